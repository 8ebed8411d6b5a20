import { describe, expect, test } from 'vitest'
import { groupsOf } from '../../src/domain/system/background-task.ts'

const alone = (thing: string) => [thing]

describe('what is done together', () => {
  test('is as much as may be', () => {
    expect(groupsOf(['a', 'b', 'c', 'd', 'e'], 2, alone)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    expect(groupsOf([], 2, alone)).toEqual([])
  })

  test('are no two that touch the same, and they keep their order', () => {
    const things = ['ax', 'bx', 'cy', 'dxy', 'e', 'fx']
    const touched = (thing: string) => [...thing]
    expect(groupsOf(things, 10, touched)).toEqual([['ax', 'cy', 'e'], ['bx'], ['dxy'], ['fx']])
    expect(groupsOf(things, 2, touched)).toEqual([['ax', 'cy'], ['bx', 'e'], ['dxy'], ['fx']])
  })

  test('is looked for once each, whatever they touch', () => {
    let looks = 0
    const things = Array.from({ length: 500 }, (_, n) => n)
    const groups = groupsOf(things, 50, () => {
      looks++
      return ['the same']
    })
    expect([groups.length, looks]).toEqual([500, 500])
  })
})
