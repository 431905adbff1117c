package network

import (
	"time"

	"stampede/sim"
)

// trouble is what is wrong with a link.
type trouble struct {
	random *sim.Rand
	lost   [legs]uint64 // of 2^32 messages on the leg, so many get lost
	cut    [legs]bool
}

// leg is a direction of a link.
type leg uint8

const (
	requestLeg leg = iota
	replyLeg
	legs
)

// Loss is the share of messages that get lost on each leg, from 0 to 1: a lost
// request has no effect, a lost reply had one.
type Loss struct{ Request, Reply float64 }

// SetLoss makes the link lose messages from now on.
func (l *Link) SetLoss(loss Loss) {
	t := l.troubled()
	for i, share := range [legs]float64{loss.Request, loss.Reply} {
		if !(share >= 0 && share <= 1) {
			panic("network: Link.SetLoss: a share is from 0 to 1")
		}
		t.lost[i] = uint64(share * (1 << 32))
	}
}

// Cut says which legs of the link are cut from now on: all messages on them get
// lost.
func (l *Link) Cut(request, reply bool) { l.troubled().cut = [legs]bool{request, reply} }

// SetDelays gives the link distributions of its own.
func (l *Link) SetDelays(d Delays) { l.delays = d }

// SetDelay makes messages that are sent from now on take so much longer on each
// leg.
func (l *Link) SetDelay(request, reply time.Duration) { l.extra = [legs]time.Duration{request, reply} }

func (l *Link) troubled() *trouble {
	if l.trouble == nil {
		l.trouble = &trouble{random: l.sim.Rand(l.client.process.Name(), "loss"+l.suffix())}
	}
	return l.trouble
}

// loses tells whether a message that is sent now gets lost.
func (l *Link) loses(g leg) bool {
	if l.client.side != l.node.Side() {
		return true
	}
	t := l.trouble
	if t == nil {
		return false
	}
	return t.cut[g] || t.lost[g] > 0 && t.random.Uint64()>>32 < t.lost[g]
}
