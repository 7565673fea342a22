package mcp

// LogLevels is every logging level, least severe first.
var LogLevels = [...]string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}

// LogSeverity is a level's place in [LogLevels], -1 for no level.
func LogSeverity(level string) int {
	for i, l := range LogLevels {
		if l == level {
			return i
		}
	}
	return -1
}
