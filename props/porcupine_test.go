package props_test

import (
	"flag"
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"
	_ "pgregory.net/rapid" // its flags, so that go test ./props/... takes them

	"stampede/model/fault"
	"stampede/model/observe"
	"stampede/model/scenario"
	"stampede/model/world"
	"stampede/props"
	"stampede/props/generate"
	"stampede/strategies"
	"stampede/strategies/broken"
)

// thorough makes the searches of these tests longer.
var thorough = flag.Int("thorough", 1, "how many times as many cases to search")

// attempt is an operation on a lock, as its client or the server did it.
type attempt struct {
	kind observe.Kind
	work uint64 // whose lock it is about
}

// lockModel is what a lock is: it is granted when nobody has it, refused when
// somebody has, and ends with its holder's release or by itself. That it expires or
// is dropped is an operation of the server.
var lockModel = porcupine.Model{
	Init: func() any { return uint64(0) }, // the holder
	Step: func(state, input, _ any) (bool, any) {
		holder, a := state.(uint64), input.(attempt)
		switch a.kind {
		case observe.LockAcquired:
			return holder == 0, a.work
		case observe.LockContended:
			return holder != 0, holder
		case observe.LockLost:
			return holder != a.work, holder
		default: // released, deleted, expired or dropped
			return holder == a.work, uint64(0)
		}
	},
}

// history collects the operations on the locks of a run. A client's begins after
// what the client did before, and is over before what it does next.
type history struct {
	byKey  map[int32][]porcupine.Operation
	latest map[uint64]int64   // step by work
	open   map[uint64]pending // the latest operation of each work
}

type pending struct {
	key   int32
	index int
}

func (h *history) Observe(e *observe.Event) {
	if e.Work == 0 {
		return
	}
	step := int64(e.Step)
	if p, open := h.open[e.Work]; open && !byServer(e.Kind) {
		h.byKey[p.key][p.index].Return = step
		delete(h.open, e.Work)
	}
	op := porcupine.Operation{ClientId: int(e.Work), Call: h.latest[e.Work], Return: 1 << 62}
	if !byServer(e.Kind) {
		h.latest[e.Work] = step
	}
	switch e.Kind {
	case observe.LockAcquired, observe.LockContended, observe.LockLost, observe.LockReleased, observe.LockForeignDelete:
		op.Input = attempt{e.Kind, e.Work}
		h.open[e.Work] = pending{e.Key, len(h.byKey[e.Key])}
	case observe.LockExpired, observe.LockDropped:
		op.Input, op.ClientId, op.Call, op.Return = attempt{e.Kind, e.Other}, 0, step, step
	default:
		return
	}
	h.byKey[e.Key] = append(h.byKey[e.Key], op)
}

func byServer(k observe.Kind) bool { return k == observe.LockExpired || k == observe.LockDropped }

// twoPrimaries tells whether a primary that was replaced may still be asked. To it, its
// lock is held, and to the other not: they are two locks, and the model is of one.
func twoPrimaries(sc scenario.Scenario) bool {
	s := sc.Redis.Servers
	cutOff := func(f scenario.Fault) bool {
		return f.Do == fault.Isolate || f.Do == fault.Partition && f.To.Class() == fault.Redis
	}
	return s != nil && s.Learn.Mean()+s.Rejoin.Mean() > 0 || slices.ContainsFunc(sc.Faults, cutOff)
}

// Porcupine, which knows nothing of our monitors, finds the same histories
// faulty, of right and of wrong locks, whatever befalls them.
func TestPorcupineAgreesAboutLocks(t *testing.T) {
	t.Parallel()
	locks := []strategies.Preset{strategies.Composed(strategies.Choices{Lock: true})}
	for _, p := range broken.All() {
		switch p.Name {
		case "lock-plain-del", "lock-get-then-del", "lock-constant-token", "lock-short-ttl":
			locks = append(locks, p)
		}
	}
	histories, faulty := 200, 0
	if *thorough > 1 {
		histories = 1000
	}
	seed := uint64(0)
	for tried := 0; tried < histories; seed++ {
		p := locks[seed%uint64(len(locks))]
		c := generate.Space{Strategy: p, Faults: generate.Kinds()}.Case(generate.Seeded(seed))
		c.Seed = seed
		if twoPrimaries(c.Scenario) {
			continue
		}
		watch := props.NewWatchOver(props.RunOf(p, c.Scenario), named("no-foreign-delete"))
		h := &history{byKey: make(map[int32][]porcupine.Operation), latest: make(map[uint64]int64), open: make(map[uint64]pending)}
		if err := world.Run(c, watch, h); err != nil {
			t.Fatal(err)
		}
		linear, operations := true, 0
		for key := range int32(c.Scenario.Keys) {
			operations += len(h.byKey[key])
			linear = linear && porcupine.CheckOperations(lockModel, h.byKey[key])
		}
		if operations == 0 {
			continue // no lock was asked for
		}
		tried++
		_, breaches := watch.Violations()
		if linear != (breaches == 0) {
			t.Errorf("seed %d, %s: %d foreign deletes, and porcupine says linearizable: %v", seed, p.Name, breaches, linear)
		}
		if breaches > 0 {
			faulty++
		}
	}
	t.Logf("%d histories, of which %d are faulty", histories, faulty)
	if faulty < histories/20 || faulty > histories/2 {
		t.Errorf("%d of %d histories are faulty, which shows little", faulty, histories)
	}
}
