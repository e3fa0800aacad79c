#compdef tictactoe
# zsh completion for tictactoe; made by tictactoe completions zsh
_tictactoe() {
    local context state state_descr line
    typeset -A opt_args
    local -a commands=(
        'play:find an opponent; also without any command'
        'join:play with the person who told you a code'
        'watch:watch others play'
        'players:tell who is here\: free, playing, watching'
        'account:your account\: sign up, in or out, and more'
        'stats:your results, or those against one person'
        'friends:list your friends, and how you got on'
        'games:list your games over days, or begin one'
        'status:tell in a line whether games wait for you'
        'local:two people at this keyboard'
        'bot:play a bot\: easy, medium, hard or perfect'
        'puzzle:find the one best move of today'\''s puzzle'
        'replay:see a round again, with what each move was worth'
        'export:write a round as text, JSON or for asciinema'
        'serve:run a server'
        'backup:copy what a server keeps, while it runs'
        'copy:copy all that a server keeps between a file and Redis'
        'accounts:list, lock, reset and delete people'\''s accounts'
        'ban:keep somebody out, or let them in again'
        'door:let guests in by ssh to a server elsewhere'
        'load:put a server under load, and measure it'
        'doctor:tell what is set, where, and what is wrong'
        'completions:print the completions for a shell'
        'help:tell about a command'
    )
    _arguments -C \
        '--vs[challenge this person as soon as they are there]:value: ' \
        '--clock[play with a clock, so many seconds a move]:value:(none 10 30 60)' \
        '--target[end a series when somebody has won so many rounds]:value:(none 3 5 10)' \
        '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--insecure-account[send passwords to another machine unencrypted, where anybody may listen]' \
        '--name[what others call you]:value: ' \
        '--quick[a number places at once, without Enter]' \
        '--no-sound[stay silent when it is your move]' \
        '--theme[how it looks, by a name or ./FILE; the key t tries them all]:value:(dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte)' \
        '*--key[do this with another key, as in resign=Q; several times]:value: ' \
        '--keypad[number the squares as a keypad, with 7 8 9 on top]' \
        '--ascii[draw with ASCII characters only]' \
        '--no-color[do without colours]' \
        '--no-mouse[leave the mouse to the terminal]' \
        '--no-motion[have pieces and rows appear at once, not in steps]' \
        '--plain[talk in lines of text\: for screen readers and scripts]' \
        '--quiet[leave no line behind at the end]' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' \
        '--version[tell which version this is]' \
        '1: :->command' '*:: :->rest'
    case $state in
        command) _describe command commands ;;
        rest)
            case $line[1] in
            play) _arguments \
                '--vs[challenge this person as soon as they are there]:value: ' \
        '--clock[play with a clock, so many seconds a move]:value:(none 10 30 60)' \
        '--target[end a series when somebody has won so many rounds]:value:(none 3 5 10)' \
        '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--insecure-account[send passwords to another machine unencrypted, where anybody may listen]' \
        '--name[what others call you]:value: ' \
        '--quick[a number places at once, without Enter]' \
        '--no-sound[stay silent when it is your move]' \
        '--theme[how it looks, by a name or ./FILE; the key t tries them all]:value:(dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte)' \
        '*--key[do this with another key, as in resign=Q; several times]:value: ' \
        '--keypad[number the squares as a keypad, with 7 8 9 on top]' \
        '--ascii[draw with ASCII characters only]' \
        '--no-color[do without colours]' \
        '--no-mouse[leave the mouse to the terminal]' \
        '--no-motion[have pieces and rows appear at once, not in steps]' \
        '--plain[talk in lines of text\: for screen readers and scripts]' \
        '--quiet[leave no line behind at the end]' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            join) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--insecure-account[send passwords to another machine unencrypted, where anybody may listen]' \
        '--name[what others call you]:value: ' \
        '--quick[a number places at once, without Enter]' \
        '--no-sound[stay silent when it is your move]' \
        '--theme[how it looks, by a name or ./FILE; the key t tries them all]:value:(dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte)' \
        '*--key[do this with another key, as in resign=Q; several times]:value: ' \
        '--keypad[number the squares as a keypad, with 7 8 9 on top]' \
        '--ascii[draw with ASCII characters only]' \
        '--no-color[do without colours]' \
        '--no-mouse[leave the mouse to the terminal]' \
        '--no-motion[have pieces and rows appear at once, not in steps]' \
        '--plain[talk in lines of text\: for screen readers and scripts]' \
        '--quiet[leave no line behind at the end]' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            watch) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--name[what others call you]:value: ' \
        '--json[one JSON object per line, for programs]' \
        '--theme[how it looks, by a name or ./FILE; the key t tries them all]:value:(dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte)' \
        '*--key[do this with another key, as in resign=Q; several times]:value: ' \
        '--keypad[number the squares as a keypad, with 7 8 9 on top]' \
        '--ascii[draw with ASCII characters only]' \
        '--no-color[do without colours]' \
        '--no-mouse[leave the mouse to the terminal]' \
        '--no-motion[have pieces and rows appear at once, not in steps]' \
        '--plain[talk in lines of text\: for screen readers and scripts]' \
        '--quiet[leave no line behind at the end]' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            players) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--follow[stay, and print every change]' \
        '--json[one JSON object per line, for programs]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            account) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--insecure-account[send passwords to another machine unencrypted, where anybody may listen]' \
        '--password-file[the password is the first line of this file]:file:_files' \
        '--force[sign out even if something was not sent yet]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' \
                '1: :(signup signin signout link password delete show)' ;;
            stats) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--json[one JSON object per line, for programs]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            friends) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--json[one JSON object per line, for programs]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            games) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--insecure-account[send passwords to another machine unencrypted, where anybody may listen]' \
        '--days[so many days for each move of a new game]:value:(1 3 7)' \
        '--json[one JSON object per line, for programs]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' \
                '1: :(new)' ;;
            status) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--insecure-account[send passwords to another machine unencrypted, where anybody may listen]' \
        '--short[a few characters for a prompt; nothing if no game waits]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            local) _arguments \
                '--quick[a number places at once, without Enter]' \
        '--theme[how it looks, by a name or ./FILE; the key t tries them all]:value:(dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte)' \
        '*--key[do this with another key, as in resign=Q; several times]:value: ' \
        '--keypad[number the squares as a keypad, with 7 8 9 on top]' \
        '--ascii[draw with ASCII characters only]' \
        '--no-color[do without colours]' \
        '--no-mouse[leave the mouse to the terminal]' \
        '--no-motion[have pieces and rows appear at once, not in steps]' \
        '--plain[talk in lines of text\: for screen readers and scripts]' \
        '--quiet[leave no line behind at the end]' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            bot) _arguments \
                '--demo[have two bots play each other]' \
        '--quick[a number places at once, without Enter]' \
        '--theme[how it looks, by a name or ./FILE; the key t tries them all]:value:(dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte)' \
        '*--key[do this with another key, as in resign=Q; several times]:value: ' \
        '--keypad[number the squares as a keypad, with 7 8 9 on top]' \
        '--ascii[draw with ASCII characters only]' \
        '--no-color[do without colours]' \
        '--no-mouse[leave the mouse to the terminal]' \
        '--no-motion[have pieces and rows appear at once, not in steps]' \
        '--plain[talk in lines of text\: for screen readers and scripts]' \
        '--quiet[leave no line behind at the end]' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' \
                '1: :(easy medium hard perfect)' ;;
            puzzle) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--theme[how it looks, by a name or ./FILE; the key t tries them all]:value:(dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte)' \
        '*--key[do this with another key, as in resign=Q; several times]:value: ' \
        '--keypad[number the squares as a keypad, with 7 8 9 on top]' \
        '--ascii[draw with ASCII characters only]' \
        '--no-color[do without colours]' \
        '--no-mouse[leave the mouse to the terminal]' \
        '--no-motion[have pieces and rows appear at once, not in steps]' \
        '--plain[talk in lines of text\: for screen readers and scripts]' \
        '--quiet[leave no line behind at the end]' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            replay) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--theme[how it looks, by a name or ./FILE; the key t tries them all]:value:(dark light high-contrast colour-blind monochrome solarized-dark solarized-light gruvbox-dark gruvbox-light nord catppuccin-mocha catppuccin-latte)' \
        '*--key[do this with another key, as in resign=Q; several times]:value: ' \
        '--keypad[number the squares as a keypad, with 7 8 9 on top]' \
        '--ascii[draw with ASCII characters only]' \
        '--no-color[do without colours]' \
        '--no-mouse[leave the mouse to the terminal]' \
        '--no-motion[have pieces and rows appear at once, not in steps]' \
        '--plain[talk in lines of text\: for screen readers and scripts]' \
        '--quiet[leave no line behind at the end]' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            export) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--format[how the round is written down]:value:(text json cast)' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            serve) _arguments \
                '*--listen[serve here; may be given several times]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '*--ssh[let guests in by ssh here]:value: ' \
        '--no-door[let nobody in by ssh]' \
        '--store[keep everything in this file, nowhere, or in Redis]:file:_files' \
        '--store-password-file[the password of Redis is the first line of this file]:file:_files' \
        '--store-authorities[certificates of those who vouch for Redis, for rediss\://]:file:_files' \
        '--store-replicas[acknowledge only what so many replicas of Redis have, too]:value: ' \
        '--store-may-forget[accept a Redis that may throw things away]' \
        '*--app[serve this app, too; may be given several times]:value: ' \
        '*--firehose[keep a list of everybody'\''s changes in this app, on Redis; may be given several times]:value: ' \
        '--tls-cert[serve TLS with this certificate]:file:_files' \
        '--tls-key[the certificate'\''s key]:file:_files' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--log[how the lines of the log are written]:value:(text json)' \
        '--idle-exit[leave when nobody has been here for N seconds]:value: ' \
        '--max-connections[at most this many connections]:value: ' \
        '--max-per-address[the same from one address]:value: ' \
        '--hall-size[divide the lobby into halls of so many people]:value: ' \
        '--plain-clients[let in so many programs that know no halls]:value: ' \
        '--max-memory[at most so many bytes wait for slow readers, all together]:value: ' \
        '*--trusted-proxy[believe a proxy at these addresses for whom it speaks; several times]:value: ' \
        '*--allow-origin[let pages of this site use a server of this machine only; several times]:value: ' \
        '--keys[the keys of the apps are in this file]:file:_files' \
        '--new-keys[make keys that are missing, once, for all servers on a Redis]' \
        '--new[begin on a new Redis, or with other settings than before]' \
        '--host-key[the key by which guests know the door again]:file:_files' \
        '--bans[keep out whom this file names, by address or key]:file:_files' \
        '--door-token-file[the token that a door on another machine shows is in this file]:file:_files' \
        '--max-guests[at most this many guests by ssh]:value: ' \
        '--max-guests-per-address[the same from one address]:value: ' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--status[tell how the server on this machine is doing]' \
        '--stop[end the server on this machine]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            backup) _arguments \
                '--store[keep everything in this file, nowhere, or in Redis]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            copy) _arguments \
                '--store-password-file[the password of Redis is the first line of this file]:file:_files' \
        '--store-authorities[certificates of those who vouch for Redis, for rediss\://]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            accounts) _arguments \
                '*--listen[serve here; may be given several times]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--store[keep everything in this file, nowhere, or in Redis]:file:_files' \
        '--keys[the keys of the apps are in this file]:file:_files' \
        '--json[one JSON object per line, for programs]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' \
                '1: :(list lock unlock reset delete)' ;;
            ban) _arguments \
                '--bans[keep out whom this file names, by address or key]:file:_files' \
        '--store[keep everything in this file, nowhere, or in Redis]:file:_files' \
        '--store-password-file[the password of Redis is the first line of this file]:file:_files' \
        '--store-authorities[certificates of those who vouch for Redis, for rediss\://]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' \
                '1: :(add remove list)' ;;
            door) _arguments \
                '*--ssh[let guests in by ssh here]:value: ' \
        '--host-key[the key by which guests know the door again]:file:_files' \
        '--bans[keep out whom this file names, by address or key]:file:_files' \
        '--door-token-file[the token that a door on another machine shows is in this file]:file:_files' \
        '--max-guests[at most this many guests by ssh]:value: ' \
        '--max-guests-per-address[the same from one address]:value: ' \
        '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '*--trusted-proxy[believe a proxy at these addresses for whom it speaks; several times]:value: ' \
        '--log[how the lines of the log are written]:value:(text json)' \
        '--record[record all that happens in this new file; a server and a door take a folder]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            load) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--players[how many play]:value: ' \
        '--watchers[how many watch]:value: ' \
        '--moves-per-second[how many moves they make together]:value: ' \
        '--breaks-per-minute[how often a line breaks, a program stops or is killed]:value: ' \
        '--seconds[for how long]:value: ' \
        '--json[one JSON object per line, for programs]' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            doctor) _arguments \
                '--server[play on this server, or on one of A,B; else on this machine'\''s]:value: ' \
        '--port[the port of this machine'\''s server, if none is named]:value: ' \
        '--lobby-token-file[the token of a closed lobby is in this file]:file:_files' \
        '--replay[replay this recording, and tell whether all comes out the same]:file:_files' \
        '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' ;;
            completions) _arguments \
                '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' \
                '1: :(bash zsh fish)' ;;
            help) _arguments \
                '--config[read this instead of your own configuration file]:file:_files' \
        '--help[tell about a command]' \
                '1: :(play join watch players account stats friends games status local bot puzzle replay export serve backup copy accounts ban door load doctor completions help)' ;;
            esac ;;
    esac
}
if [[ $funcstack[1] == _tictactoe ]]; then
    _tictactoe "$@"
else
    compdef _tictactoe tictactoe
fi
