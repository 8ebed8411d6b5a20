import { expect, test } from 'vitest'
import { byPlace } from '../../src/kernel/http/description/words/by-place.ts'
import {
  general,
  undescribed,
  withMeanings,
} from '../../src/kernel/http/description/words/meanings.ts'
import { description, operationsIn } from './described.ts'

const shown = [
  ...Object.entries(description.components.schemas),
  ...operationsIn(description).flatMap(({ said }) =>
    [said.requestBody, ...Object.values(said.responses)].flatMap((part) =>
      Object.values(part?.content ?? {}).map(({ schema }) => [said.operationId, schema] as const),
    ),
  ),
]

test('every property says what it is, or its name says it', () => {
  const missing = shown.flatMap(([owner, schema]) => undescribed(schema, owner))
  expect(missing, 'say it in src/kernel/http/description/words').toEqual([])
})

const sentences = [...Object.entries(general), ...Object.entries(byPlace)]

test('what is said of a name says more than the name, in one short sentence', () => {
  const empty = sentences.filter(([name, text]) => {
    const said = wordsOf(text).filter((word) => !little.has(word))
    const named = new Set(wordsOf(name.slice(name.lastIndexOf('.') + 1)))
    return said.every((word) => named.has(word))
  })
  expect(empty).toEqual([])
  expect(sentences.filter(([, text]) => !/^\S.{3,98}\.$/.test(text))).toEqual([])
})

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase().replace(/s$/, ''))

const little = new Set(
  `the a an of its it is what by when was how or and to are be which in for where null there on at
  that this ha not`.split(/\s+/),
)

test('every sentence is said of something', () => {
  const text = JSON.stringify([shown, description.paths])
  const unsaid = sentences.filter(
    ([, meaning]) => !text.includes(JSON.stringify(meaning.split('{thing}').at(-1)).slice(1, -1)),
  )
  expect(unsaid).toEqual([])
})

test('a name means what it does at its place, and nothing is said over what is said', () => {
  const text = { type: 'string' }
  const schema = {
    properties: {
      code: text,
      rate: { ...text, description: 'Said by its schema.' },
      errors: { type: 'array', items: { properties: { code: text } } },
      status: text,
      mine: text,
    },
  }
  const { properties } = withMeanings(schema, 'createClientAccounts')
  expect(properties?.['code']?.description).toBe('What programs call the client account.')
  expect(properties?.['rate']?.description).toBe('Said by its schema.')
  expect(properties?.['errors']?.items?.properties?.['code']?.description).toBe(
    byPlace['errors.code'],
  )
  expect(properties?.['mine']).toEqual(text)
  const problem = withMeanings(schema, 'Problem').properties
  expect(problem?.['status']?.description).toBe(byPlace['Problem.status'])
  expect(undescribed(withMeanings(schema, 'Problem'), 'Problem')).toEqual(['Problem.mine'])
})
