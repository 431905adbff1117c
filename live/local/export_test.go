package local

// Rival returns a server that is to listen where this one does.
func (s *Server) Rival() *Server {
	return &Server{Addr: s.Addr, program: s.program, args: s.args, log: s.log}
}
