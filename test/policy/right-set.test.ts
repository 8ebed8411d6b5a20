import { describe, expect, it } from 'vitest'
import { RightSet } from '../../src/policy/right-set.ts'
import { rightIndex, rightNames, type Right } from '../../src/policy/rights.ts'

const first = rightNames[0]!
const last = rightNames.at(-1)!

describe('a set of rights', () => {
  it('has what was put in, by name and by position, and nothing else', () => {
    const set = RightSet.of([first, last, 'ReadInvoices'])
    for (const name of rightNames) {
      const expected = [first, last, 'ReadInvoices'].includes(name)
      expect(set.has(name)).toBe(expected)
      expect(set.has(rightIndex(name))).toBe(expected)
    }
  })

  it('has nothing outside the list of rights', () => {
    const all = RightSet.of(rightNames)
    for (const index of [-1, -32, rightNames.length, 1_000_000, Number.NaN])
      expect(all.has(index)).toBe(false)
    expect(all.has('DoAnything' as Right)).toBe(false)
    expect(() => RightSet.of(['DoAnything' as Right])).toThrow('There is no right DoAnything')
  })

  it('gives its rights back in the order of the list', () => {
    expect(RightSet.of(rightNames.toReversed()).toNames()).toEqual(rightNames)
    expect(RightSet.of([]).toNames()).toEqual([])
  })

  it('adds up roles without changing them', () => {
    const one = RightSet.of(['ReadInvoices'])
    const other = RightSet.of(['ReadInvoices', 'CreateUsers'])
    expect(one.union(other).toNames()).toEqual(['ReadInvoices', 'CreateUsers'])
    expect(one.toNames()).toEqual(['ReadInvoices'])
  })

  it('shows what a grant would give beyond the rights of the granter', () => {
    const granter = RightSet.of(['ReadInvoices', 'CreateRoles'])
    const role = RightSet.of(['ReadInvoices', 'CreateUsers'])
    expect(role.minus(granter).toNames()).toEqual(['CreateUsers'])
    expect(role.isSubsetOf(granter)).toBe(false)
    expect(RightSet.of(['CreateRoles']).isSubsetOf(granter)).toBe(true)
    expect(RightSet.of([]).isSubsetOf(RightSet.of([]))).toBe(true)
  })
})
