import { expect, test } from 'vitest'
import { registered } from '../../src/activities/areas.ts'
import { errandTypes } from '../../src/domain/system/errand.ts'
import { sources, textOf } from '../tidy/tree.ts'

/** Where an errand ends that is left in another file, of a type whose cause nobody can be asked for. */
const endedIn: Readonly<Record<string, string>> = {
  'src/activities/clients/onboarding/begin-compliance.ts':
    'src/activities/clients/change-compliance.ts',
  'src/activities/clients/review-job.ts': 'src/activities/clients/change-compliance.ts',
}

/** What is left, by type and file. */
const left = sources.flatMap((file) => {
  const text = file.startsWith('src/activities/') ? textOf(file) : ''
  if (!/\bleaveErrand\(unit\b/.test(text)) return []
  const types = new Set([...text.matchAll(/\btype: '([A-Z_]+)'/g)].map(([, type]) => type))
  return errandTypes.filter((type) => types.has(type)).map((type) => ({ file, type }))
})

const ends = (file: string) => /\b(?:settleErrand|markResolved)\(/.test(textOf(file))

test('every errand ends by itself, or its cause can be asked for', () => {
  expect(left.length).toBeGreaterThan(20)
  const endless = left.filter(
    ({ file, type }) => registered.errandCauses[type] === undefined && !ends(endedIn[file] ?? file),
  )
  expect(endless).toEqual([])
})
