import { describe, expect, test } from 'vitest'
import { password } from '../payments/feeds.ts'
import { signingKey } from '../support/deliveries.ts'
import { clientIn } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()
const path = '/bookkeeping-receivers'
const mail = { method: 'EMAIL', email: 'books@nordlund.example' }
const server = {
  method: 'SFTP',
  host: 'sftp.books.example.com',
  folder: '/in',
  username: 'nordlund',
  hostKey: `SHA256:${'n'.repeat(43)}`,
  credentials: { password },
}
const hook = {
  method: 'WEBHOOK',
  url: 'https://books.example.com/files',
  credentials: { signingKey },
}

describe('a receiver of bookkeeping files', () => {
  test('is of a client or of the tenant, one by each method, and shows nothing that lets in', async () => {
    const clientId = await clientIn(tenant)
    const made = await tenant.api.post(path, { ...server, clientId })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ ownerType: 'CLIENT', clientId, port: 22, active: true })
    expect(JSON.stringify(made.body)).not.toContain(password)
    const [row] = await at.owner('select credentials from bookkeeping_receiver where id = $1', [
      made.body.id,
    ])
    expect(String(row!['credentials'])).not.toContain(password)
    expect((await tenant.api.post(path, { ...server, clientId })).body.code).toBe('ALREADY_EXISTS')
    const own = await tenant.api.post(path, mail)
    expect(own.body).toMatchObject({ ownerType: 'TENANT', clientId: null })
    expect((await tenant.api.delete(`${path}/${own.body.id}`)).status).toBe(204)
  })

  test.each([
    ['no address', { method: 'EMAIL' }, '/email', 'REQUIRED'],
    ['a host for a mail', { ...mail, host: 'x.example.com' }, '/host', 'NEEDLESS'],
    ['a secret for a mail', { ...mail, credentials: { password } }, '/credentials', 'NEEDLESS'],
    ['plain http', { ...hook, url: 'http://books.example.com' }, '/url', 'URL_NOT_HTTPS'],
    ['an address of ours', { ...hook, url: 'https://10.0.0.1/x' }, '/url', 'ADDRESS_REFUSED'],
    ['no signing key', { ...hook, credentials: undefined }, '/credentials', 'INVALID'],
    ['a password of a webhook', { ...hook, credentials: { password } }, '/credentials', 'INVALID'],
    ['no key of the server', { ...server, hostKey: undefined }, '/hostKey', 'REQUIRED'],
    ['a server of ours', { ...server, host: '127.0.0.1' }, '/host', 'HOST_REFUSED'],
    ['a key for a server', { ...server, credentials: { signingKey } }, '/credentials', 'INVALID'],
    ['no way in', { ...server, credentials: {} }, '/credentials', 'INVALID'],
  ])('is refused with %s', async (_, body, pointer, code) => {
    const refused = await tenant.api.post(path, body)
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ pointer, code }])
  })

  test('moves only with what lets us in said again', async () => {
    const { body } = await tenant.api.post(path, { ...server, clientId: await clientIn(tenant) })
    const moved = { host: 'sftp.other.example.com' }
    const refused = await tenant.api.put(`${path}/${body.id}`, moved)
    expect(refused.body.errors).toMatchObject([{ pointer: '/credentials', code: 'REQUIRED' }])
    const said = await tenant.api.put(`${path}/${body.id}`, { ...moved, credentials: { password } })
    expect(said.body).toMatchObject({ ...moved, version: 2 })
  })
})
