package command

// What runs in a container is the code of an image that nobody has looked at,
// with whatever directories and rights the command line gives it. The service
// that runs it has all rights on this machine: a mounted root directory, the
// host's name spaces and devices are the rights of root.

// containerFlags are those of docker run and docker create. Flags that take
// something of this machine into the container bring privilege or a gap.
const containerFlags = "-d,--detach -i,--interactive -t,--tty --rm --init -q,--quiet --read-only --name= -h,--hostname= -w,--workdir= -u,--user= -l,--label= -e,--env= " +
	"--env-file=read -p,--publish= -P,--publish-all --expose= --network,--net= --network-alias= --entrypoint= --platform= --pull= --restart= --cpus= -m,--memory= " +
	"--memory-swap= --shm-size= --stop-signal= --stop-timeout= --tmpfs= --ulimit= --dns= --add-host= --link= --log-driver= --log-opt= --gpus= -a,--attach= --cidfile=write " +
	"--health-cmd= --health-interval= --health-retries= --health-timeout= --no-healthcheck --pids-limit= --cap-drop= " +
	"-v,--volume=one(/:*,/etc*,/root*,/var/run/docker.sock*,*docker.sock:*)!privilege -v,--volume=!opaque(a directory of this machine in a container) " +
	"--mount=!opaque(a directory of this machine in a container) --volumes-from=!opaque(directories of another container) " +
	"--privileged!privilege --cap-add=!privilege --device=!privilege --security-opt=!privilege --pid=!privilege --ipc=!privilege --userns=!privilege --uts=!privilege " +
	"--cgroupns=!privilege --group-add=!privilege --use-api-socket!privilege "

// buildFlags are those of docker build. Secrets, agents and other outputs than
// an image are gaps.
const buildFlags = "-t,--tag= -f,--file=project --build-arg= --target= --no-cache --no-cache-filter= --pull[=] -q,--quiet --progress= --platform= --label= --load --rm " +
	"--force-rm --network=one(default,none) --cache-from= -m,--memory= --shm-size= --ulimit= --compress --squash --build-context=project --iidfile=write --metadata-file=write " +
	"--provenance[=] --sbom[=] --builder= --check --push!external(push) -o,--output=one(type=image,type=docker) --cpu-shares= --add-host= "

const (
	dockerList = "-a,--all -f,--filter= --format= -n,--last= -l,--latest --no-trunc -q,--quiet -s,--size --digests --tree --noheading "
	dockerLogs = "--details -f,--follow --since= -n,--tail= -t,--timestamps --until= --no-color --no-log-prefix --index= "
	// An inspected container shows its environment, where credentials are.
	dockerInspect = "-s,--size --type= -f,--format=one(*Env*,*json*,*range*,*.Config}}*)!secrets(environment of a container) " +
		"-f,--format=one({{.State*,{{.Name*,{{.Id*,{{.Created*,{{.NetworkSettings*,{{.HostConfig*,{{.Image*,{{.RepoTags*,{{.Mounts*,{{.RestartCount*)!does() -f,--format= "
	dockerExec = "-d,--detach -i,--interactive -t,--tty -e,--env= -w,--workdir= -u,--user= --env-file=read --privileged!privilege -T,--no-tty --index= "
)

const docker = "docker --help 28, podman(1) 5.0"

var dockerRows = []Row{
	{
		Name: "docker podman nerdctl", Flags: "-c,--context=!network(docker) -D,--debug -l,--log-level= -v!alone", Source: docker + "; another host is a gap",
		Sub: []Row{
			{Name: "ps images container/ls container/list image/ls image/list", Flags: dockerList, Args: "inert?", Source: docker},
			{Name: "volume/ls network/ls context/ls plugin/ls node/ls service/ls stack/ls secret/ls config/ls buildx/ls", Flags: dockerList, Source: docker},
			{Name: "logs container/logs service/logs", Flags: dockerLogs, Args: "inert", Out: "content", Source: docker},
			{Name: "top port diff container/top container/port container/diff", Args: "inert inert*", Source: docker},
			{Name: "stats container/stats", Flags: "-a,--all --format= --no-stream --no-trunc", Args: "inert*", Source: docker},
			{Name: "history image/history", Flags: "--format= -H,--human[=] --no-trunc -q,--quiet --platform=", Args: "inert", Source: docker},
			{Name: "version info system/info system/df buildx/version buildx/du", Flags: "-f,--format= -v,--verbose", Source: docker},
			{Name: "events system/events", Flags: "-f,--filter= --format= --since= --until=", Source: docker},
			{Name: "inspect container/inspect", Flags: dockerInspect, Args: "inert+", Does: "secrets(environment of a container)", Source: docker},
			{Name: "image/inspect volume/inspect network/inspect context/inspect service/inspect node/inspect buildx/inspect", Flags: "-f,--format= -v,--verbose --pretty --platform=", Args: "inert*", Source: docker},
			{Name: "search", Flags: "-f,--filter= --format= --limit= --no-trunc", Args: "inert", Does: "network(registry)", Out: "network", Source: docker},
			{Name: "manifest/inspect buildx/imagetools/inspect", Flags: "-v,--verbose --format= --raw", Args: "inert+", Does: "network(registry)", Out: "network", Source: docker},
			{Name: "wait container/wait", Args: "inert+", Source: docker},
			{Name: "build image/build buildx/build builder/build", Flags: buildFlags, Args: "project", Does: "network(registry)", Source: docker},
			{Name: "buildx/bake", Flags: "-f,--file=project --print --no-cache --pull --load --progress= --push!external(push)", Args: "task*", Does: "project network(registry)", Source: docker},
			{Name: "tag image/tag", Args: "inert inert", Source: docker},
			{Name: "volume/create network/create", Flags: "-d,--driver= --label= --subnet= --gateway= --internal --attachable", Args: "inert?", Does: "external(change of the engine)", Source: docker + "; options of drivers may mount directories"},
			{Name: "run container/run", Flags: containerFlags, Args: "inert exec(container)?", Does: "network(registry) unseen(the code of an image)", Style: "first", Source: docker},
			{Name: "create container/create", Flags: containerFlags, Args: "inert exec(container)?", Does: "network(registry) opaque(prepares a container)", Style: "first", Source: docker},
			{Name: "exec container/exec", Flags: dockerExec, Args: "inert exec(container)", Style: "first", Source: docker},
			{Name: "start attach container/start container/attach", Args: "inert*", Does: "opaque(runs what a container holds)", Style: "bare", Source: docker},
			{Name: "stop kill restart pause unpause container/stop container/kill container/restart", Flags: "-s,--signal= -t,--time,--timeout=", Args: "inert+", Does: "disrupts(containers)", Source: docker},
			{Name: "rename update network/connect network/disconnect network/rm", Args: "inert*", Does: "disrupts(containers)", Style: "bare", Source: docker},
			{Name: "rm container/rm", Flags: "-f,--force!disrupts(containers) -l,--link -v,--volumes!discards(data of containers)", Args: "inert+", Does: "discards(containers)", Source: docker},
			{Name: "rmi image/rm", Flags: "-f,--force --no-prune", Args: "inert+", Does: "discards(images)", Source: docker},
			{Name: "volume/rm volume/prune", Flags: "-f,--force -a,--all --filter=", Args: "inert*", Does: "discards(data of containers)", Source: docker},
			{Name: "system/prune container/prune image/prune network/prune builder/prune buildx/prune", Flags: "-a,--all --filter= -f,--force --volumes!discards(data of containers)", Does: "discards(containers and images)", Source: docker},
			{Name: "pull image/pull", Flags: "-a,--all-tags --platform= -q,--quiet", Args: "inert+", Does: "network(registry) installs(an image)", Source: docker},
			{Name: "push image/push manifest/push", Flags: "-a,--all-tags --platform= -q,--quiet", Args: "inert", Does: "external(push) sends(an image)", Source: docker},
			{Name: "login", Flags: "-u,--username= -p,--password=secret --password-stdin", Args: "inert?", Does: "network(registry) secrets(login of a registry)", Source: docker},
			{Name: "logout", Args: "inert?", Does: "secrets(login of a registry)", Source: docker},
			{Name: "cp container/cp", Flags: "-a,--archive -L,--follow-link -q,--quiet", Args: "inert inert", Does: "opaque(copies between this machine and a container)", Source: docker},
			{Name: "save image/save", Flags: "-o,--output=write --platform=", Args: "inert+", Does: "doubts(an image with all that is in it)", Out: "content", Source: docker},
			{Name: "export container/export", Flags: "-o,--output=write", Args: "inert", Out: "content", Source: docker},
			{Name: "load import image/load image/import", Flags: "-i,--input=read -q,--quiet", Args: "read? inert?", Does: "installs(an image)", In: "data?", Source: docker},
			{Name: "commit container/commit", Flags: "-a,--author= -m,--message= -p,--pause[=]", Args: "inert inert?", Does: "external(change of the engine)", Source: docker},
			{Name: "context/use context/create context/update context/rm context/import", Args: "inert*", Does: "external(another machine for later commands)", Style: "bare", Source: docker},
			{Name: "service/* stack/* swarm/* node/* secret/* config/* plugin/*", Args: "inert*", Does: "external(change of a cluster)", Style: "bare", Source: docker},
			{Name: "compose", Like: "docker-compose"},
		},
	},
	{
		Name: "docker-compose podman-compose", Source: compose + "; another file than that of the project is its code too",
		Shared: "-f,--file=project -p,--project-name= --profile= --project-directory=project --ansi= --progress= ", Flags: "-v!alone",
		Sub: []Row{
			{Name: "ps images ls top port", Flags: "-a,--all --format= -q,--quiet --services --status= --filter= --no-trunc --orphans[=] --index= --protocol=", Args: "inert*", Source: compose},
			{Name: "logs", Flags: dockerLogs, Args: "inert*", Out: "content", Source: compose},
			{Name: "version", Flags: "-f,--format= --short", Source: compose},
			{
				Name: "config convert", Flags: "-q,--quiet!does() --services!does() --images!does() --volumes!does() --profiles!does() --hash=!does() --no-interpolate!does() --format= -o,--output=write",
				Args: "inert*", Does: "secrets(values of .env)", Source: compose,
			},
			{Name: "build", Flags: "--build-arg= --no-cache --pull -q,--quiet --push!external(push) --progress=", Args: "inert*", Does: "project network(registry)", Source: compose},
			{Name: "pull", Flags: "-q,--quiet --ignore-pull-failures --policy= --include-deps", Args: "inert*", Does: "network(registry) installs(an image)", Source: compose},
			{Name: "up create start", Args: "inert*", Does: "project network(registry) unseen(the images of services)", Style: "bare", Source: compose},
			{Name: "run", Flags: "-d,--detach -e,--env= --rm --no-deps -T,--no-TTY -u,--user= -w,--workdir= --name= --service-ports --entrypoint= -i,--interactive --build -q,--quiet -v,--volume=!opaque", Args: "inert exec(container)?", Does: "project network(registry) unseen(the image of a service)", Style: "first", Source: compose},
			{Name: "exec", Flags: dockerExec, Args: "inert exec(container)", Style: "first", Source: compose},
			{Name: "down", Flags: "-v,--volumes!discards(data of containers) --rmi=!discards(images) --remove-orphans -t,--timeout=", Args: "inert*", Does: "disrupts(containers)", Source: compose},
			{Name: "stop kill restart pause unpause scale", Flags: "-t,--timeout= -s,--signal= --no-deps", Args: "inert*", Does: "disrupts(containers)", Source: compose},
			{Name: "rm", Flags: "-f,--force -s,--stop -v,--volumes!discards(data of containers)", Args: "inert*", Does: "discards(containers)", Source: compose},
			{Name: "push", Args: "inert*", Does: "external(push) sends(an image)", Style: "bare", Source: compose},
			{Name: "cp", Args: "inert inert", Does: "opaque(copies between this machine and a container)", Style: "bare", Source: compose},
		},
	},
	{Name: "buildah skopeo ctr crictl lima limactl colima minikube kind k3d lxc incus multipass distrobox toolbox", Args: "inert*", Does: "opaque(runs or changes containers and machines)", Style: "bare", Source: "their manuals"},
	{Name: "dive", Args: "inert", Source: "dive 0.12 manual"},
}

const compose = "docker compose --help 2.34"
