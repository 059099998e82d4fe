package code_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/flux7-go/supervisor/rules/code"
)

// A middleware around the file tools of an agent that is written in Go: content
// that breaks a rule is never written, and the agent gets the reason as the
// tool's error, so that it corrects itself.
func Example() {
	root, err := os.MkdirTemp("", "project")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(root)
	rules := filepath.Join(root, code.DefaultDir)
	if err := errors.Join(os.Mkdir(rules, 0o755), os.WriteFile(filepath.Join(rules, "config.yml"), []byte(`
import_rules:
  - id: ui-no-handler-imports
    paths: ["packages/ui/**/*.tsx"]
    deny_imports: ["@myapp/handlers"]
    message: UI must not import from handlers.
    note: Take the data as props.
`), 0o644)); err != nil {
		panic(err)
	}

	project, err := code.Load(rules, code.Options{})
	if err != nil {
		panic(err)
	}
	tools := fileTools{root: root, rules: project}
	ctx := context.Background()
	fmt.Println(tools.write(ctx, "packages/ui/User.tsx", "import { load } from '@myapp/handlers/user'\n"))
	fmt.Println(tools.write(ctx, "packages/ui/User.tsx", "export const User = (p: Props) => <p>{p.name}</p>\n"))
	fmt.Println(tools.edit(ctx, "packages/ui/User.tsx", "export", "import '@myapp/handlers'\nexport"))
	// Output:
	// Error: File write rejected by project rules.
	//
	// Violations in packages/ui/User.tsx:
	//
	//   ✗ [ui-no-handler-imports] UI must not import from handlers.
	//     Line 1
	//     → Take the data as props.
	//
	// Fix these violations and try again.
	// <nil>
	// Error: File write rejected by project rules.
	//
	// Violations in packages/ui/User.tsx:
	//
	//   ✗ [ui-no-handler-imports] UI must not import from handlers.
	//     Line 1
	//     → Take the data as props.
	//
	// Fix these violations and try again.
}

// fileTools are the file tools of an agent.
type fileTools struct {
	root  string
	rules *code.Project
}

func (t fileTools) write(ctx context.Context, path, content string) error {
	if r := t.rules.Validate(ctx, path, []byte(content)); !r.Passed {
		return errors.New(r.Rejection())
	}
	return t.put(path, content)
}

func (t fileTools) edit(ctx context.Context, path, old, next string) error {
	current, err := os.ReadFile(filepath.Join(t.root, path))
	if err != nil {
		return err
	}
	r := t.rules.ValidateEdit(ctx, path, current, old, next, false)
	if !r.Passed {
		return errors.New(r.Rejection())
	}
	if now, err := os.ReadFile(filepath.Join(t.root, path)); err != nil || r.Stale(now) {
		return errors.New("the file changed: read it again")
	}
	return t.put(path, next)
}

func (t fileTools) put(path, content string) error {
	file := filepath.Join(t.root, path)
	return errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644))
}
