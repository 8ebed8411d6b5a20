import { expect, test } from 'vitest'
import { idOfUuid, tenantOfNumber, uuidOfId } from '../../src/domain/id-forms.ts'
import { idKinds } from '../../src/entities/ids.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { worldWithTenant } from '../support/world.ts'

const { at, tenant } = await worldWithTenant()

test('SQL has the same forms of ids as everybody else', async () => {
  const ids = idKinds.flatMap((kind) => [newId(kind), newId(kind)])
  const rows = await at.owner(
    `select id, id_text(uuid) as text, id_of(id) as uuid
     from unnest($1::text[], $2::uuid[]) r (id, uuid)`,
    [ids, ids],
  )
  expect(rows).toEqual(ids.map((id) => ({ id, text: id, uuid: id })))
  const numbers = [1, 2, 4711, 2 ** 31 - 1]
  const tenants = await at.owner('select tenant_text(n) as text from unnest($1::int[]) n', [
    numbers,
  ])
  expect(tenants.map(({ text }) => text)).toEqual(numbers.map(tenantOfNumber))
})

test('SQL makes no uuid of what is no id', async () => {
  const id = newId('Client')
  const spoiled = [`D.${id.slice(2)}`, `${id}0`, id.slice(0, -1), 'C.', '', `${id.slice(0, -1)}1`]
  const rows = await at.owner('select id_of(t) as id from unnest($1::text[]) t', [spoiled])
  expect(rows).toEqual(spoiled.map(() => ({ id: null })))
})

test('an id is stored as uuid and a tenant as number, and neither is seen outside', async () => {
  const { body } = await tenant.api.post('/reason-code', { code: 'ID', name: 'Id', type: 'STOP' })
  const stored = await at.owner(
    `select pg_typeof(id)::text as id, pg_typeof(tenant_id)::text as of, id::text as uuid
     from reason_code where tenant_id = $1 and id = $2`,
    [tenant.id, body.id],
  )
  expect(stored).toEqual([
    { id: 'uuid', of: 'integer', uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ])
  expect(idOfUuid(String(stored[0]!['uuid']))).toBe(body.id)
  const read =
    'select tenant_id, tenant_id as "tenantId", array[id] as ids from reason_code where id = any ($1)'
  const row = { tenant_id: tenant.id, tenantId: tenant.id, ids: [body.id] }
  expect(await at.owner(read, [[body.id, newId('ReasonCode')]])).toEqual([row])
})

test('what is no id finds nothing, and is written by nobody', async () => {
  const asked = 'select id from reason_code where tenant_id = $1 and id = any ($2)'
  const uuid = uuidOfId(newId('ReasonCode'))!
  expect(await at.owner(asked, [tenant.id, ['', 'x', uuid, newId('Client')]])).toEqual([])
  expect(await at.owner(asked, ['TN', []])).toEqual([])
  for (const id of ['x', uuid, `RC${newId('Client').slice(2)}`]) {
    const insert = `insert into realtime_token (tenant_id, id, token_id, expires_at, used_at)
      values ($1, $2, $3, now(), now())`
    const values = [tenant.id, id, newId('Token')]
    await expect(at.owner(insert, values)).rejects.toMatchObject({ code: '22P02' })
  }
})
