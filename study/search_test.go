package study_test
import ("testing";"context";"fmt";"time";"stampede/study";"stampede/strategies/broken";"stampede/strategies")
func TestProbeSearch(t *testing.T){
 for _,p := range broken.All() {
  t0:=time.Now()
  f,n,err := study.Search{Strategy:p,Seeds:1000,Workers:2}.Run(context.Background())
  if err!=nil { t.Fatal(err) }
  if f==nil { fmt.Println(p.Name,"not found in",n,time.Since(t0)); continue }
  fmt.Println(p.Name, f.Invariant, "seed", f.Case.Seed, "tried",n, time.Since(t0))
  t0=time.Now()
  g,err := f.Shrink()
  if err!=nil { t.Fatal(err) }
  st,_ := g.Case.Story(g.Invariant)
  fmt.Println("shrunk in",time.Since(t0),"steps",st.Steps(),"seed",g.Case.Seed)
  fmt.Println(string(g.Case.Scenario.YAML()))
  fmt.Println(st)
 }
 for _,p := range strategies.All() { if !p.Choices.Lock {continue}
  t0:=time.Now()
  f,n,err := study.Search{Strategy:p,Seeds:4000,Workers:1}.Run(context.Background())
  fmt.Println(p.Name,f,n,err,time.Since(t0), float64(n)/time.Since(t0).Seconds())
 }
}
