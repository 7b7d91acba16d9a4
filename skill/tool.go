package skill

// toolUse tells a model what the Skill tool is for.
const toolUse = `Load a skill: instructions that the user or the project wrote for one kind of task. When a task fits what is said of a skill below, call this tool first and follow what it returns. Call only skills that are listed.`

// Tool gives the definition of the tool by which a model calls skills, ready for JSON:
// name, description with the listing in it, and input_schema. It is false when there is
// no skill that the model may call. Each call gives a new map.
func (l *Library) Tool(o ListingOptions) (map[string]any, bool) {
	return toolDefinition(l.Listing(o).Text())
}

func toolDefinition(listing string) (map[string]any, bool) {
	if listing == "" {
		return nil, false
	}
	text := func(description string) map[string]any {
		return map[string]any{"type": "string", "description": description}
	}
	return map[string]any{
		"name":        "Skill",
		"description": toolUse + "\n\n" + listing,
		"input_schema": map[string]any{
			"type": "object",
			"properties": map[string]any{
				"skill": text("the name of the skill, as listed"),
				"args":  text("the arguments, as they would be typed after the name"),
			},
			"required": []string{"skill"},
		},
	}, true
}
