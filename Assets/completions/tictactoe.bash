# bash completion for tictactoe; made by tictactoe completions bash
_tictactoe() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local command='' words i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            play|join|watch|players|account|stats|friends|games|status|local|bot|puzzle|replay|export|serve|backup|copy|accounts|ban|door|load|doctor|completions|help)
                command=${COMP_WORDS[i]}; break ;;
        esac
    done
    case $before in
        --vs) COMPREPLY=(); return ;;
        --clock) COMPREPLY=($(compgen -W 'none 10 30 60' -- "$word")); return ;;
        --target) COMPREPLY=($(compgen -W 'none 3 5 10' -- "$word")); return ;;
        --server) COMPREPLY=(); return ;;
        --port) COMPREPLY=(); return ;;
        --lobby-token-file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --name) COMPREPLY=(); return ;;
        --theme) COMPREPLY=($(compgen -W 'dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte' -- "$word")); return ;;
        --key) COMPREPLY=(); return ;;
        --record) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --password-file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --days) COMPREPLY=($(compgen -W '1 3 7' -- "$word")); return ;;
        --format) COMPREPLY=($(compgen -W 'text json cast' -- "$word")); return ;;
        --listen) COMPREPLY=(); return ;;
        --ssh) COMPREPLY=(); return ;;
        --store) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -W 'memory' -- "$word"); return ;;
        --store-password-file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --store-authorities) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --store-replicas) COMPREPLY=(); return ;;
        --app) COMPREPLY=(); return ;;
        --firehose) COMPREPLY=(); return ;;
        --tls-cert) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --tls-key) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --log) COMPREPLY=($(compgen -W 'text json' -- "$word")); return ;;
        --idle-exit) COMPREPLY=(); return ;;
        --max-connections) COMPREPLY=(); return ;;
        --max-per-address) COMPREPLY=(); return ;;
        --hall-size) COMPREPLY=(); return ;;
        --plain-clients) COMPREPLY=(); return ;;
        --max-memory) COMPREPLY=(); return ;;
        --trusted-proxy) COMPREPLY=(); return ;;
        --allow-origin) COMPREPLY=(); return ;;
        --keys) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --host-key) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --bans) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --door-token-file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --max-guests) COMPREPLY=(); return ;;
        --max-guests-per-address) COMPREPLY=(); return ;;
        --players) COMPREPLY=(); return ;;
        --watchers) COMPREPLY=(); return ;;
        --moves-per-second) COMPREPLY=(); return ;;
        --breaks-per-minute) COMPREPLY=(); return ;;
        --seconds) COMPREPLY=(); return ;;
        --replay) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
        --config) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    esac
    case $command in
        play) words='--vs --clock --target --server --port --lobby-token-file --insecure-account --name --quick --no-sound --theme --key --keypad --ascii --no-color --no-mouse --no-motion --plain --quiet --record --config --help' ;;
        join) words='--server --port --lobby-token-file --insecure-account --name --quick --no-sound --theme --key --keypad --ascii --no-color --no-mouse --no-motion --plain --quiet --record --config --help' ;;
        watch) words='--server --port --lobby-token-file --name --json --theme --key --keypad --ascii --no-color --no-mouse --no-motion --plain --quiet --record --config --help' ;;
        players) words='--server --port --lobby-token-file --follow --json --config --help' ;;
        account) words='signup signin signout link password delete show --server --port --lobby-token-file --insecure-account --password-file --force --config --help' ;;
        stats) words='--server --port --lobby-token-file --json --config --help' ;;
        friends) words='--server --port --lobby-token-file --json --config --help' ;;
        games) words='new --server --port --lobby-token-file --insecure-account --days --json --config --help' ;;
        status) words='--server --port --lobby-token-file --insecure-account --short --config --help' ;;
        local) words='--quick --theme --key --keypad --ascii --no-color --no-mouse --no-motion --plain --quiet --record --config --help' ;;
        bot) words='easy medium hard perfect --demo --quick --theme --key --keypad --ascii --no-color --no-mouse --no-motion --plain --quiet --record --config --help' ;;
        puzzle) words='--server --port --theme --key --keypad --ascii --no-color --no-mouse --no-motion --plain --quiet --record --config --help' ;;
        replay) words='--server --port --theme --key --keypad --ascii --no-color --no-mouse --no-motion --plain --quiet --record --config --help' ;;
        export) words='--server --port --format --config --help' ;;
        serve) words='--listen --port --ssh --no-door --store --store-password-file --store-authorities --store-replicas --store-may-forget --app --firehose --tls-cert --tls-key --lobby-token-file --log --idle-exit --max-connections --max-per-address --hall-size --plain-clients --max-memory --trusted-proxy --allow-origin --keys --new-keys --new --host-key --bans --door-token-file --max-guests --max-guests-per-address --record --status --stop --config --help' ;;
        backup) words='--store --config --help' ;;
        copy) words='--store-password-file --store-authorities --config --help' ;;
        accounts) words='list lock unlock reset delete --listen --port --store --keys --json --config --help' ;;
        ban) words='add remove list --bans --store --store-password-file --store-authorities --config --help' ;;
        door) words='--ssh --host-key --bans --door-token-file --max-guests --max-guests-per-address --server --port --lobby-token-file --trusted-proxy --log --record --config --help' ;;
        load) words='--server --port --lobby-token-file --players --watchers --moves-per-second --breaks-per-minute --seconds --json --config --help' ;;
        doctor) words='--server --port --lobby-token-file --replay --config --help' ;;
        completions) words='bash zsh fish --config --help' ;;
        help) words='play join watch players account stats friends games status local bot puzzle replay export serve backup copy accounts ban door load doctor completions help --config --help' ;;
        *) words='play join watch players account stats friends games status local bot puzzle replay export serve backup copy accounts ban door load doctor completions help --vs --clock --target --server --port --lobby-token-file --insecure-account --name --quick --no-sound --theme --key --keypad --ascii --no-color --no-mouse --no-motion --plain --quiet --record --config --help --version' ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _tictactoe tictactoe
