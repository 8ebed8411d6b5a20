import { expect, test } from 'vitest'
import { composed, type Part, type Step } from '../../src/ports/database/together.ts'

const opening = { text: 'open', values: ['TN'] }

interface Told {
  scope?: string
  locks?: readonly string[]
  inAnyScope?: true
}

const step = (text: string, parts: readonly Part[], { scope = '', ...more }: Told = {}): Step => ({
  text,
  values: [text],
  scope,
  together: { text: `${text} of many`, parts: () => parts, ...more },
})

const rows = (text: string, of: string, more: Told = {}) => step(text, [{ rows: of }], more)

const sentOf = (...loads: readonly (readonly Step[])[]) =>
  composed(opening, 'narrow', loads).statements.map(({ text, values }) => [text, ...values])

test('what goes alone goes as it is', () => {
  expect(sentOf([rows('a', '1'), rows('b', '2', { scope: 'one\u001fC\u001f\u001f' })])).toEqual([
    ['open', 'TN'],
    ['a', 'a'],
    ['narrow', 'one', 'C', '', ''],
    ['b', 'b'],
  ])
})

test('rows are added to one list, moments are the latest, what is counted is added up', () => {
  const of = (row: string, latest: string, count: number) =>
    step('write', [{ rows: row }, { same: 'TN' }, { latest }, { count }, { list: [row, null] }])
  expect(sentOf([of('{"n":1}', '2026-01-02', 1)], [of('{"n":2}', '2026-01-01', 3)])).toEqual([
    ['open', 'TN'],
    [
      'write of many',
      '[{"n":1},{"n":2}]',
      'TN',
      '2026-01-02',
      4,
      ['{"n":1}', null, '{"n":2}', null],
    ],
  ])
})

test('what differs in what has to be the same does not go together, and keeps its own text', () => {
  const guard = (answer: string) => step('guard', [{ same: answer }, { same: ['A', 'B'] }])
  expect(sentOf([guard('1')], [guard('2')], [guard('1')])).toEqual([
    ['open', 'TN'],
    ['guard', 'guard'],
    ['guard of many', '1', ['A', 'B']],
  ])
})

test('each keeps its order, also where others have more between', () => {
  const texts = (...names: string[]) => names.map((name) => rows(name, name))
  const sent = sentOf(texts('a', 'c', 'd'), texts('a', 'b', 'c'), texts('c', 'a'))
  expect(sent.map(([text]) => text)).toEqual(['open', 'a of many', 'b', 'c of many', 'a', 'd'])
})

test('what is done in a scope stands behind it, and locks before all scopes in one order', () => {
  const load = (scope: string, lock: string) => [
    rows('guard', '1'),
    step('lock', [{ sorted: [lock] }], { scope, inAnyScope: true }),
    rows('write', lock, { scope }),
    rows('count', lock),
  ]
  expect(sentOf(load('C1', 'z'), load('C2', 'a'), load('C1', 'b'))).toEqual([
    ['open', 'TN'],
    ['guard of many', '[1,1,1]'],
    ['lock of many', ['a', 'b', 'z']],
    ['narrow', 'C2'],
    ['write', 'write'],
    ['narrow', 'C1'],
    ['write of many', '[z,b]'],
    ['narrow', '', '', '', ''],
    ['count of many', '[z,a,b]'],
  ])
})

test('a statement that says nothing of others goes with none', () => {
  const alone: Step = { ...rows('a', '1'), together: undefined }
  expect(sentOf([alone], [alone]).map(([text]) => text)).toEqual(['open', 'a', 'a'])
})
