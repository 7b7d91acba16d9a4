package skill_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"knack/skill"
)

// project makes a home that is empty, and a project with one skill in it.
func project() (cwd string, remove func()) {
	top, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	for _, variable := range []string{"HOME", "USERPROFILE"} {
		os.Setenv(variable, top)
	}
	cwd = filepath.Join(top, "shop")
	dir := filepath.Join(cwd, ".claude", "skills", "deploy")
	text := "---\ndescription: Ship a service\n---\nShip $0 to $1.\n"
	if err := os.MkdirAll(dir, 0o755); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
	return cwd, func() { os.RemoveAll(top) }
}

// body leaves out the line with the folder, which is another on every machine.
func body(content string) string {
	_, body, _ := strings.Cut(content, "\n\n")
	return body
}

func ExampleList() {
	cwd, remove := project()
	defer remove()
	for _, k := range skill.List(cwd) {
		if k.Source == skill.Project {
			fmt.Printf("%s: %s\n%s", k.ID, k.Description, k.Body)
		}
	}
	// Output:
	// deploy: Ship a service
	// Ship $0 to $1.
}

func ExampleContent() {
	cwd, remove := project()
	defer remove()
	if k, ok := skill.Find("deploy", cwd); ok {
		fmt.Print(body(skill.Content(k, "api staging")))
	}
	// Output:
	// Ship api to staging.
}

// The model is offered the tool, and its calls are answered.
func ExampleExecute() {
	cwd, remove := project()
	defer remove()
	if tool, ok := skill.Def(cwd); ok {
		description := tool["description"].(string)
		fmt.Println(tool["name"], "lists", description[strings.Index(description, "- deploy"):])
	}
	fmt.Print(body(skill.Execute("deploy", "api staging", cwd)))
	fmt.Println(skill.Execute("deplyo", "", cwd))
	// Output:
	// Skill lists - deploy: Ship a service
	//
	// Ship api to staging.
	// error: no skill is called "deplyo"; those that come close: deploy
}

// Another agent's skills, by the name of its host.
func ExampleUse() {
	host, err := skill.LoadHost("fundev")
	if err != nil {
		log.Fatal(err)
	}
	cwd, remove := project()
	defer remove()
	fmt.Print(body(skill.Use(host).Execute("deploy", "api staging", cwd)))
	// Output:
	// Ship api to staging.
}
