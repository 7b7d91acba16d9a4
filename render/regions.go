package render

// A CodeRegion is a part of a body that Markdown shows as code: a fenced block, or a
// span between backticks. Start and End are byte offsets and hold the marks too.
type CodeRegion struct {
	Start, End int
	// Ticks is how many marks open it.
	Ticks int
	Fence bool
}

// CodeRegions gives the code of a body in order.
func CodeRegions(body string) []CodeRegion {
	var regions []CodeRegion
	for _, r := range codeRegions(body) {
		regions = append(regions, CodeRegion{Start: r.start, End: r.end, Ticks: r.ticks, Fence: r.fence})
	}
	return regions
}
