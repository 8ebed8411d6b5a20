import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { registered } from '../src/activities/areas.ts'
import { entities } from '../src/entities/all.ts'
import { isRead, isSettingRead } from './tidy/read-names.ts'

const listed = readFileSync(new URL('not-yet-read.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/)[0] as string)

/** Topics by which another setting is loosened are asked about by whatever changes that one. */
const loosening = new Set(
  registered.settings.flatMap(({ name, settings }) =>
    settings.flatMap(({ loosens }) =>
      loosens === null || name === 'dualControl' ? [] : [`dualControl.${loosens.topic}`],
    ),
  ),
)

test('what is kept is read by somebody, or named in the list with what it waits for', () => {
  const columns = entities.flatMap(({ meta }) =>
    Object.keys(meta.properties).flatMap((name) =>
      isRead(name) ? [] : [`${meta.className}.${name}`],
    ),
  )
  const settings = registered.settings.flatMap(({ name: group, settings: each }) =>
    each.flatMap(({ key, path }) =>
      isSettingRead(group, path) || loosening.has(key) ? [] : [key],
    ),
  )
  expect([...columns, ...settings].toSorted()).toEqual(listed.toSorted())
})
test('the list only grows shorter', () => {
  expect(listed.length).toBeLessThanOrEqual(36)
})

test('it is known what reading is', () => {
  const source = (text: string) => [{ path: 'src/a.ts', text }]
  expect(isRead('dueDate', source('row.dueDate < today'))).toBe(true)
  expect(isRead('dueDate', source('select due_date from invoice'))).toBe(true)
  expect(isRead('dueDate', source('const { dueDate } = row'))).toBe(true)
  expect(isRead('dueDate', source('unit.add(Invoice, { dueDate: null })'))).toBe(false)
  expect(isRead('dueDate', source('overdueDate = 1; dueDateOf(row)'))).toBe(false)
})
