import type { Command } from 'commander'

/** What may follow the words so far: commands, or the flags of one. */
function linesOf(command: Command, path: string): string[] {
  const names = command.commands.map((each) => each.name())
  const flags = command.options.map(({ long }) => long).filter((long) => long != null)
  return [
    `    '${path}') next='${[...names, ...flags].join(' ')}' ;;`,
    ...command.commands.flatMap((each) => linesOf(each, `${path} ${each.name()}`.trim())),
  ]
}

/** For bash, and for zsh by its bashcompinit: source it, as by `source <(receivables completion)`. */
export function completionOf(program: Command): string {
  return [
    'if [ -n "$ZSH_VERSION" ]; then autoload -Uz +X bashcompinit && bashcompinit; fi',
    '_receivables() {',
    '  local at=1 path="" next word here="${COMP_WORDS[COMP_CWORD]}"',
    '  while [ "$at" -lt "$COMP_CWORD" ]; do',
    '    word="${COMP_WORDS[at]}"',
    '    case "$word" in -*) ;; *) path="${path:+$path }$word" ;; esac',
    '    at=$((at + 1))',
    '  done',
    '  case "$path" in',
    ...linesOf(program, ''),
    "    *) next='' ;;",
    '  esac',
    '  COMPREPLY=($(compgen -W "$next" -- "$here"))',
    '}',
    'complete -o default -F _receivables receivables',
  ].join('\n')
}
