import { expect } from 'vitest'
import { newId } from '../../src/kernel/write/ids.ts'
import { Rows } from '../support/rows.ts'
import type { TestTenant, World } from '../support/world.ts'
import type { Tried } from './tried.ts'

type ClientOf = (tenant: TestTenant, n: number) => Promise<string>

const path = '/client-financial-price-template'

/** What it does not have is said too, since it would be made up. */
const image = {
  type: 'BRAND',
  ownerType: 'TENANT',
  status: 'STORED',
  mimeType: 'image/png',
  clientId: null,
  debtorId: null,
  invoiceId: null,
  language: null,
  storageKey: 'logotype',
  frozen: null,
  senderShownId: null,
  debtorShownId: null,
  distributionStatus: null,
  channel: null,
  recipient: null,
  sentAt: null,
  sourceKey: null,
  retentionUntil: null,
}

/** Clients that lack all of their template, one part of it and nothing, and one of another. */
export const templatesTried = (at: World, clientOf: ClientOf): Record<'templates.push', Tried> => ({
  'templates.push': {
    async tasks(tenant) {
      const template = { name: 'Template', products: ['COLLECTION', 'REMINDER'] }
      const { body } = await tenant.api.post(path, template)
      const row = await new Rows(at, tenant.id).add('document', image)
      const logotype = { documentId: String(row['id']) }
      expect((await tenant.api.put(`${path}/${body.id}/logotype`, logotype)).status).toBe(200)
      const [first, second, third, other] = [
        await clientOf(tenant, 1),
        await clientOf(tenant, 2),
        await clientOf(tenant, 3),
        await clientOf(tenant, 4),
      ]
      const own = [first, second, third]
      await at.owner('update client set template_id = $1 where id = any($2)', [body.id, own])
      await at.owner(
        `update client_product set enabled = true
         where client_id = $1 and product_code in ('COLLECTION', 'REMINDER')`,
        [third],
      )
      const ids = [...own, other, newId('Client')]
      const asked = (parts: string[]) => ({
        ids,
        input: { templateId: body.id, parts },
        refused: 2,
      })
      return [asked(['PRODUCTS']), asked(['PRODUCTS', 'LOGOTYPE']), asked(['LOGOTYPE'])]
    },
  },
})
