import { expect, test } from 'vitest'
import { tenantIn, worldWithTenant } from '../support/world.ts'
import { camt } from './files.ts'
import { bankOf, counts } from './imported.ts'

// Two files of one entry: one names its transaction, the other names the entry alone.
const { at } = await worldWithTenant()

test('an entry gives one payment, with a name of its own or by that of its entry alone', async () => {
  const named = camt({ kind: '054', entries: [[{ amount: '100.00', ref: 'N1' }]] })
  const inside = named.replace('<Refs><AcctSvcrRef>N1<', '<Refs><AcctSvcrRef>T1<')
  const alone = camt({ entries: [[{ amount: '100.00', ref: 'N1' }]] }).replace(
    /<NtryDtls>[^]*<\/NtryDtls>/,
    '',
  )
  expect(inside).not.toBe(named)
  for (const files of [
    [inside, alone],
    [alone, inside],
  ]) {
    const own = await tenantIn(at)
    const other = bankOf(at, own)
    const counted = []
    for (const file of files) counted.push(counts(await other.imported(file)))
    expect(counted).toEqual([
      ['IMPORTED', 1, 0, 0],
      ['IMPORTED', 0, 1, 0],
    ])
  }
})
