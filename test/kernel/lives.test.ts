import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lives } from '../../src/domain/lives.ts'
import { Refusal, refusals, type RefusalCode } from '../../src/domain/refusal.ts'
import { areas } from '../../src/operations.ts'

/** A life as its test sees it: words, whichever they are. */
interface AnyLife {
  name: string
  statuses: readonly string[]
  moves: Readonly<Record<string, { from: readonly string[]; to?: string; refusal?: RefusalCode }>>
  move: (from: string, verb: string, pointer?: string) => string
  moveTo: (from: string, to: string) => string
  mayBecome: (from: string, to: string) => boolean
  forbidden: () => { verb: string; status: string; code: RefusalCode }[]
}

const operations = areas.flatMap(({ rooms }) =>
  Object.values(rooms).flatMap((room) => Object.values(room)),
)
const all = lives as unknown as readonly AnyLife[]

function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}

/** Moves of processes alone, which come to their things only as they left them. */
const ofProcesses: Readonly<Record<string, readonly string[]>> = {
  'sending of the document': ['send', 'fail'],
  invoice: ['begin', 'book', 'serve'],
  'ledger event': ['restore'],
  run: ['produce', 'findNothing', 'send', 'fail'],
}

describe.each(all.map((life) => [life.name, life] as const))('the life of a %s', (name, life) => {
  const verbs = Object.entries(life.moves)
  const isOfProcess = (verb: string) => ofProcesses[name]?.includes(verb) === true
  const pairs = verbs.flatMap(([verb]) => life.statuses.map((status) => [verb, status] as const))

  test('knows of every verb and status whether one may follow the other', () => {
    const forbidden = new Set(life.forbidden().map(({ verb, status }) => `${verb} ${status}`))
    for (const [verb, status] of pairs) {
      const { from, to = status } = life.moves[verb]!
      expect(forbidden.has(`${verb} ${status}`)).toBe(!from.includes(status))
      if (from.includes(status)) expect(life.move(status, verb)).toBe(to)
    }
  })

  test('refuses each forbidden move with its code, where it stands, and what is needed', () => {
    for (const { verb, status, code } of life.forbidden()) {
      const refused = refusalOf(() => life.move(status, verb, '/status'))
      expect(refused.code).toBe(code)
      expect(refused.status).toBe(409)
      expect(refused.facts.detail).toContain(`The ${name} is ${status}`)
      for (const needed of life.moves[verb]!.from) expect(refused.facts.detail).toContain(needed)
      expect(refused.facts.errors?.[0]).toMatchObject({ pointer: '/status', code })
    }
  })

  test('lets a status be asked for exactly where some verb leads to it', () => {
    for (const from of life.statuses) {
      for (const to of life.statuses) {
        const leads = verbs.some(([, one]) => one.from.includes(from) && (one.to ?? from) === to)
        expect(life.mayBecome(from, to)).toBe(leads)
        if (leads) expect(life.moveTo(from, to)).toBe(to)
        else expect(refusalOf(() => life.moveTo(from, to)).facts.detail).toContain(from)
      }
    }
  })

  test('says of no status that it is another one', () => {
    const contrary = life
      .forbidden()
      .filter(({ verb, status, code }) => code.endsWith(`_NOT_${status}`) && !isOfProcess(verb))
    expect(contrary).toEqual([])
  })

  test('refuses by codes that some operation declares', () => {
    const told = new Set(operations.flatMap((one) => one.declared.refuses ?? []))
    const codes = new Set(life.forbidden().map(({ code }) => code))
    expect([...codes].filter((code) => refusals[code][0] !== 409 || !told.has(code))).toEqual([])
  })
})

test('every life is walked here', () => {
  const sources = readdirSync('src/domain', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`src/domain/${path}`, 'utf8'))
  const made = sources.flatMap((source) => [...source.matchAll(/ = life\(/g)])
  expect(lives).toHaveLength(made.length)
})
