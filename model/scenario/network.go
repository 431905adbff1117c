package scenario

import (
	"fmt"
	"time"

	"stampede/model/workload"
)

// NetworkLink is the way between some processes and some servers.
type NetworkLink struct {
	Process int               `yaml:"process,omitempty" about:"the process, from 1; 0 is each of them"`
	Server  int               `yaml:"server,omitempty" about:"the Redis server, from 1; 0 is each of them"`
	Request workload.Duration `yaml:"request" required:"a length of time or a distribution, as in request: 5ms" about:"how long a command is under way"`
	Reply   workload.Duration `yaml:"reply" required:"a length of time or a distribution, as in reply: 5ms" about:"how long its reply is under way"`
}

// LinksMax is the largest number of links with lengths of their own.
const LinksMax = 10_000

// LongestLeg is what a message between a process and Redis takes, as good as always,
// while nothing is wrong.
func (n Network) LongestLeg() time.Duration {
	leg := max(Most(n.Request), Most(n.Reply))
	for _, l := range n.Links {
		leg = max(leg, Most(l.Request), Most(l.Reply))
	}
	return leg
}

func (s Scenario) checkNetwork(c *check) {
	c.duration("network.request", s.Network.Request)
	c.duration("network.reply", s.Network.Reply)
	c.that(len(s.Network.Links) <= LinksMax, "network.links", len(s.Network.Links), "up to %d", LinksMax)
	for i, l := range s.Network.Links {
		path := fmt.Sprintf("network.links[%d].", i)
		c.number(path+"process", l.Process, 0, s.Processes)
		c.number(path+"server", l.Server, 0, s.Redis.Servers.nodes())
		c.duration(path+"request", l.Request)
		c.duration(path+"reply", l.Reply)
	}
}
