import type { Command } from 'commander'

type Shell = 'bash' | 'zsh' | 'fish'

/** A command, the words that lead to it, and what may follow them. */
interface Place {
  path: string
  command: Command
}

function placesOf(command: Command, path = ''): Place[] {
  const below = command.commands.flatMap((each) => {
    return placesOf(each, `${path} ${each.name()}`.trim())
  })
  return [{ path, command }, ...below]
}

const flagsOf = ({ options }: Command) =>
  options.flatMap(({ long, description }) => (long == null ? [] : [{ long, description }]))

/** What a shell reads, as by `source <(receivables completion)`; zsh takes that for bash. */
export function completionOf(program: Command, shell: Shell): string {
  const places = placesOf(program)
  return (shell === 'fish' ? forFish(places) : forBash(places)).join('\n')
}

/** Arguments and the values of flags lead nowhere: what follows them is what followed before. */
function forBash(places: readonly Place[]): string[] {
  const known = places.map(({ path, command }) => {
    const next = [...command.commands.map((each) => each.name()), ...flagsOf(command)]
    const words = next.map((each) => (typeof each === 'string' ? each : each.long))
    return `    '${path}') echo '${words.join(' ')}' ;;`
  })
  return [
    'if [ -n "$ZSH_VERSION" ]; then autoload -Uz +X bashcompinit && bashcompinit; fi',
    '_receivables_after() {',
    '  case "$1" in',
    ...known,
    '    *) return 1 ;;',
    '  esac',
    '}',
    '_receivables() {',
    '  local at=1 path="" longer here="${COMP_WORDS[COMP_CWORD]}"',
    '  while [ "$at" -lt "$COMP_CWORD" ]; do',
    '    longer="${path:+$path }${COMP_WORDS[at]}"',
    '    if _receivables_after "$longer" > /dev/null; then path="$longer"; fi',
    '    at=$((at + 1))',
    '  done',
    '  COMPREPLY=($(compgen -W "$(_receivables_after "$path")" -- "$here"))',
    '}',
    'complete -o default -F _receivables receivables',
  ]
}

function forFish(places: readonly Place[]): string[] {
  const known = places.flatMap(({ path }) => (path === '' ? [] : quoted(path)))
  const offered = places.flatMap(({ path, command }) => {
    const when = `complete -c receivables -f -n "__receivables_at ${quoted(path)}"`
    const ofCommands = command.commands.map(
      (each) => `${when} -a ${each.name()} -d ${quoted(each.description())}`,
    )
    const ofFlags = flagsOf(command).map(
      ({ long, description }) => `${when} -l ${long.slice(2)} -d ${quoted(description)}`,
    )
    return [...ofCommands, ...ofFlags]
  })
  return [
    'function __receivables_at',
    `  set -l known ${known.join(' ')}`,
    '  set -l path ""',
    '  for word in (commandline -opc)[2..]',
    '    set -l longer (string trim -- "$path $word")',
    '    contains -- "$longer" $known; and set path $longer',
    '  end',
    '  test "$path" = "$argv[1]"',
    'end',
    ...offered,
  ]
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
