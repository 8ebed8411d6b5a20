import { describe, expect, it } from 'vitest'
import { areas } from '../../src/policy/rights/areas.ts'
import { isRight, rightIndex, rightNames, rights } from '../../src/policy/rights.ts'
import { specCatalogue, specOperations } from './spec.ts'

/** Rights the catalogue leaves out or leaves nameless; those of the table are named by us. */
const beyondTheCatalogue = [
  'CreateInvoices',
  'GetInvoiceCreditDecisionStatus',
  'GetInvoiceToDo',
  'UpdatePriceLists',
  'invoice:create',
]

const catalogueNames = specCatalogue.map((line) => line.right).filter((name) => name !== null)

const areasOf = (right: string) =>
  new Set(specOperations.filter((op) => op.rights.includes(right)).map((op) => op.area))

describe('the list of rights', () => {
  it('has every right of the specification once, and no other', () => {
    const specified = new Set([
      ...catalogueNames,
      ...specOperations.flatMap((operation) => operation.rights),
    ])
    expect([...rightNames].toSorted()).toEqual([...specified].toSorted())
    expect(rightNames.length).toBe(872)
  })

  it('keeps the order and the groups of the catalogue', () => {
    expect(rightNames.filter((name) => !beyondTheCatalogue.includes(name))).toEqual(catalogueNames)
    for (const { right, group } of specCatalogue)
      if (right !== null) expect(rights[rightIndex(right)]).toMatchObject({ name: right, group })
  })

  it('places each right in an area whose operations it opens', () => {
    for (const { name, area } of rights) {
      expect(areas).toContain(area)
      const opened = areasOf(name)
      if (opened.size > 0) expect([...opened], name).toContain(area)
    }
    expect([...areas].toSorted()).toEqual(
      [...new Set(specOperations.map((op) => op.area))].toSorted(),
    )
  })

  it('finds a right by its name', () => {
    rightNames.forEach((name, index) => expect(rightIndex(name)).toBe(index))
    expect(rightIndex('toString')).toBe(-1)
    expect(isRight('BIllCharges')).toBe(true)
    expect(isRight('BillCharges')).toBe(false)
  })

  it('marks the rights that narrow and the one that hides', () => {
    expect(rights.filter((right) => right.narrows).map((right) => right.name)).toEqual([
      'CreatePaymentTransactionsClientRestricted',
      'LinkUnplacedPaymentClientRestricted',
      'ReadUnplacedPaymentClientRestricted',
      'ReturnUnplacedPaymentClientRestricted',
      'SearchUnplacedPaymentClientRestricted',
    ])
    expect(rights.filter((right) => right.inverted).map((right) => right.name)).toEqual([
      'ShowRestrictedSenderInformationForClients',
    ])
  })
})

describe('the descriptions', () => {
  it('are one short sentence each, without a full stop', () => {
    for (const { name, description } of rights)
      expect(description, name).toMatch(/^[A-Z][^\n]{9,108}[^.\s]$/)
  })

  it('say something of their own for every right', () => {
    const seen = new Map<string, string>()
    for (const { name, description } of rights) {
      expect(seen.get(description), `${name} says the same`).toBeUndefined()
      seen.set(description, name)
    }
  })
})
