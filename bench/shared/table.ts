import type { Finding } from './goal.ts'

const dash = '–'

const microsOf = (micros: number | undefined) =>
  micros === undefined || Number.isNaN(micros) ? dash : String(Math.round(micros))

/** What was found, a line each, for people. */
export function tableOf(findings: readonly Finding[]): string {
  const head = [
    'goal',
    'what',
    'ours',
    'theirs',
    'ratio',
    'wanted',
    'met',
    'Node µs',
    'PostgreSQL µs',
    'note',
  ]
  const rows = findings.map((found) => [
    found.goal,
    found.what,
    `${found.ours} ${found.unit}`,
    found.theirs === null ? dash : `${found.theirs} ${found.unit}`,
    found.ratio === null ? dash : String(found.ratio),
    found.wanted ?? dash,
    found.met === null ? dash : found.met ? 'yes' : 'NO',
    microsOf(found.cost?.node),
    microsOf(found.cost?.postgres),
    found.note,
  ])
  const widths = head.map((title, at) =>
    Math.max(...[head, ...rows].map((row) => (row[at] ?? title).length)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}
