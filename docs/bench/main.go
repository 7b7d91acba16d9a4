//go:build unix

// Command bench measures knack as a whole process: the first frame against an
// empty program of the same framework, the full list against reading the files,
// and memory. Every figure is a ratio to a limit taken in the same run, the
// contenders in turn, because absolute times say more about the machine.
//
//	go run ./docs/bench            100, 1,000 and 10,000 skills
//	go run ./docs/bench -n 100000  takes a minute and 2 GB of disk
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"

	"knack/bundled"
)

var (
	sizes  = flag.String("n", "100,1000,10000", "how many skills, separated by commas")
	rounds = flag.Int("rounds", 9, "rounds; medians are printed")
)

func main() {
	log.SetFlags(0)
	flag.Parse()
	work, err := os.MkdirTemp("", "knack-bench-")
	check(err)
	defer os.RemoveAll(work)
	knack, empty := filepath.Join(work, "knack"), filepath.Join(work, "empty")
	compile(knack, "knack")
	compile(empty, "knack/docs/bench/empty")

	fmt.Println("| skills | first frame / empty program | list shown / first frame | `list` / reading the files | peak memory |")
	fmt.Println("|---|---|---|---|---|")
	for _, size := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(size)
		check(err)
		home := filepath.Join(work, "home"+size)
		generate(home, n)
		measure(knack, empty, home, n)
		check(os.RemoveAll(home))
	}
}

func compile(out, pkg string) {
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Stderr = os.Stderr
	check(cmd.Run())
}

// generate writes n skills of believable sizes; the same n gives the same files.
func generate(home string, n int) {
	random := rand.New(rand.NewPCG(1, uint64(n)))
	words := strings.Fields("deploy service review release notes error budget schema parser handler invoice customer cache worker token queue branch merge test coverage latency index shard")
	for i := range n {
		dir := filepath.Join(home, ".claude", "skills", fmt.Sprintf("%s-%s-%d", words[random.IntN(len(words))], words[random.IntN(len(words))], i))
		check(os.MkdirAll(dir, 0o755))
		var b bytes.Buffer
		fmt.Fprintf(&b, "---\nname: %s\ndescription: ", filepath.Base(dir))
		for range 20 {
			b.WriteString(words[random.IntN(len(words))] + " ")
		}
		b.WriteString("\nallowed-tools: Read, Grep\n---\n# Steps\n\n")
		for target := 2000 + random.IntN(12000); b.Len() < target; {
			fmt.Fprintf(&b, "- %s the %s before the %s\n", words[random.IntN(len(words))], words[random.IntN(len(words))], words[random.IntN(len(words))])
		}
		check(os.WriteFile(filepath.Join(dir, "SKILL.md"), b.Bytes(), 0o644))
	}
}

func measure(knack, empty, home string, n int) {
	var first, base, shown, list, read []float64
	var peak int64
	shipped, err := fs.Glob(bundled.FS, "*/SKILL.md")
	check(err)
	counts := fmt.Sprintf("%d skills", n+len(shipped))
	for range *rounds {
		base = append(base, frame(home, empty, "ready", nil).Seconds())
		var whole time.Duration
		first = append(first, frame(home, knack, "help", func(rest func(string) time.Duration, pid int) {
			whole = rest(counts)
			peak = max(peak, highWater(pid))
		}).Seconds())
		shown = append(shown, whole.Seconds())
		list = append(list, run(home, knack, "list", "--all").Seconds())
		read = append(read, readAll(home).Seconds())
	}
	fmt.Printf("| %d | %.2f | %.1f | %.2f | %.0f MB |\n", n,
		median(first)/median(base), median(shown)/median(first), median(list)/median(read), float64(peak)/1024)
}

// frame runs a program in a terminal and gives the time until it shows a text.
// then may wait for more before the program is ended.
func frame(home, program, text string, then func(rest func(string) time.Duration, pid int)) time.Duration {
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, program)
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
	start := time.Now()
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 36, Cols: 120})
	check(err)
	var seen []byte
	until := func(want string) time.Duration {
		buffer := make([]byte, 64<<10)
		for !bytes.Contains(seen, []byte(want)) {
			k, err := terminal.Read(buffer)
			if err != nil {
				log.Fatalf("%s ended before it showed %q: %v", program, want, err)
			}
			seen = append(seen, buffer[:k]...)
		}
		return time.Since(start)
	}
	took := until(text)
	if then != nil {
		then(until, cmd.Process.Pid)
	}
	_, err = terminal.Write([]byte("q"))
	check(err)
	_, _ = io.Copy(io.Discard, terminal)
	_ = cmd.Wait()
	_ = terminal.Close()
	return took
}

// run gives the processor time of a command.
func run(home, program string, args ...string) time.Duration {
	cmd := exec.Command(program, args...)
	cmd.Dir = home
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	check(cmd.Run())
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// readAll gives the processor time of reading every file whole into one buffer:
// the least that must be paid to know what is in them.
func readAll(home string) time.Duration {
	before := processorTime()
	root := filepath.Join(home, ".claude", "skills")
	entries, err := os.ReadDir(root)
	check(err)
	buffer := make([]byte, 1<<20)
	for _, e := range entries {
		f, err := os.Open(filepath.Join(root, e.Name(), "SKILL.md"))
		check(err)
		if _, err := io.ReadFull(f, buffer); err != nil && err != io.ErrUnexpectedEOF {
			log.Fatal(err)
		}
		check(f.Close())
	}
	return processorTime() - before
}

func processorTime() time.Duration {
	var u syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// highWater is the most memory a running process has had, in kB; 0 where the
// system doesn't tell.
func highWater(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(data), "VmHWM:")
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kb, _ := strconv.ParseInt(fields[0], 10, 64)
	return kb
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
