import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { once, type Making } from './making.ts'
import type { Stage } from './stage.ts'

/** How many statements the platform sends to make one of each, by what the database's own log says. */
export async function statementsOf(
  stage: Stage,
  makings: readonly ((url: string) => Making)[],
): Promise<number[]> {
  const { roles } = stage.installed
  await stage.owner(`alter role ${roles.run} set log_statement = 'all'`)
  const api = await stage.api()
  try {
    const words: string[] = []
    for (const [at, makingAt] of makings.entries()) {
      const making = makingAt(api.url)
      // What is read once a process, as the rights of a role, is read by the first.
      await once(making, `LOG${at}A`)
      await once(making, `LOG${at}B`)
      words.push(making.words(`LOG${at}B`)[0]!)
    }
    await sleep(500)
    const log = readFileSync(stage.log, 'utf8')
    return words.map((word) => countIn(log, word))
  } finally {
    await api.stop()
    await stage.owner(`alter role ${roles.run} reset log_statement`)
  }
}

const entry = /^\S+ \S+ UTC \[(\d+)\] (LOG|DETAIL): {2}(.*)$/
const sent = /^(?:statement|execute [^:]*): (.*)$/

const begins = /^(?:begin|select set_config\('app\.tenant_id')/

/** The statements of the one transaction that wrote the word, in its text or as a parameter. */
function countIn(log: string, word: string): number {
  const open = new Map<string, { statements: number; wrote: boolean }>()
  for (const line of log.split('\n')) {
    const [, connection = '', kind, said = ''] = entry.exec(line) ?? []
    const text = kind === 'LOG' ? sent.exec(said)?.[1] : undefined
    if (text !== undefined && begins.test(text)) {
      // One that went as one message has no other end than the beginning of the next.
      const former = open.get(connection)
      if (former?.wrote === true) return former.statements
      open.set(connection, { statements: 0, wrote: false })
    }
    const transaction = open.get(connection)
    if (transaction === undefined) continue
    transaction.wrote ||= said.includes(`'${word}'`)
    if (text === undefined) continue
    transaction.statements += text.split(/;(?=select )/).length
    if (text === 'commit' && transaction.wrote) return transaction.statements
  }
  return [...open.values()].find(({ wrote }) => wrote)?.statements ?? NaN
}
