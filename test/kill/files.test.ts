import { afterAll, beforeAll, expect, test } from 'vitest'
import { apart, eventually, type Installation } from './installation.ts'

// The interface dies when a file has its name and its row is not committed.
let at: Installation
const minute = 60_000

beforeAll(async () => {
  at = await apart()
  await at.ready()
}, 3 * minute)
afterAll(() => at?.close())

test(
  'the bytes of a file go where its row was never committed, and asked again it is kept once',
  async () => {
    const filename = 'cut off.pdf'
    const { clientId } = at.facts()
    const body = { clientId, filename, content: btoa('%PDF-1.4\nof somebody who died') }
    const rows = () => at.rows('select 1 from document where filename = $1', [filename])
    const waiting = () => at.rows('select 1 from document_file where brought_at is not null')
    await at.kill('api')
    const asking = at.insist('POST', '/documents/attachments/client', body)
    asking.catch(() => undefined)
    await at.doomed('api', 'before-commit')
    expect([(await rows()).length, (await waiting()).length]).toEqual([0, 1])

    await at.start('api')
    const kept = await asking
    expect([kept.status, (await rows()).length]).toEqual([201, 1])
    await at.rows(`update document_file set brought_at = now() - interval '2 hours'
      where brought_at is not null`)
    const isSwept = async () => (await waiting()).length === 0
    await eventually('what was left to be swept up', isSwept, 2 * minute)
    const { body: read } = await at.call('GET', `/documents/${String(kept.body['id'])}`)
    expect(read).toMatchObject({ status: 'STORED', size: 29 })
  },
  minute * 4,
)
