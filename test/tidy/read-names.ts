import { readFileSync } from 'node:fs'
import { files } from './tree.ts'

/** Where a name is said without anybody reading what stands under it. */
const tellers = [
  /^src\/(?:entities|api|cli|embedded)\//,
  /^src\/kernel\/http\/description\//,
  /^src\/policy\/rights/,
  /\/(?:settings|refusals|ids)\.ts$/,
]

interface Source {
  path: string
  text: string
}

/** Rules, verbs and ports, without what is said about them. */
export const readers: readonly Source[] = files
  .filter((path) => path.startsWith('src/') && path.endsWith('.ts'))
  .filter((path) => tellers.every((teller) => !teller.test(path)))
  .map((path) => ({ path, text: withoutComments(readFileSync(path, 'utf8')) }))

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '')
}

const column = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Whether somebody reads the name: a key that something is put under is none of it. */
export function isRead(name: string, within: readonly Source[] = readers): boolean {
  const words = [...new Set([name, column(name)])].join('|')
  const read = new RegExp(String.raw`(?<!\w)(?:${words})(?!\w|\??:)`)
  return within.some(({ text }) => read.test(text))
}

/** The same for a setting, whose name others may have as well: where its group is read. */
export function isSettingRead(
  group: string,
  path: readonly string[],
  within: readonly Source[] = readers,
): boolean {
  const own = asked.has(group) ? within : within.filter(({ text }) => ofGroup(group).test(text))
  return readWhole.has(group) || path.every((name) => isRead(name, own))
}

/** The preview fills every text, whatever it is called; every module is asked about alike. */
const readWhole = new Set(['invoiceText', 'modules'])

/** Topics that take a second person, each of which its own verb names. */
const asked = new Set(['dualControl'])

/** A group is read by its own name, and by rules that are given what was chosen of it. */
const ofGroup = (group: string) => new RegExp(`${group}(?:Settings|Choices)`, 'i')
