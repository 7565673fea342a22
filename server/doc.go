// Package server is the workbench over HTTP: routes, the guard in front of them,
// and the socket that tails a transcript.
//
// Make one with [New], give it the listener of [Listen] and call [Server.Serve].
// Handlers only translate: decode, call package run or store, encode. Every
// refusal is a [Problem], and one error handler writes them all.
//
//	request -> guard (host, site, origin, token) -> route -> server/run, server/store
//	                                                  \-> transcript file -> socket
//
// A web page that reached this server would own the machine, since the server
// starts programs. So it refuses to launch by GET, to listen beyond loopback
// unless told so in words, to answer a name that is not its own, and to judge:
// a verdict is package engine's, made from the file. THREATS.md lists each threat
// with the test that holds it.
package server
