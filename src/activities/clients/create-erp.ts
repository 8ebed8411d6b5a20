import { z } from 'zod'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Erp, ErpType } from '../../entities/erp.ts'
import { folderShape } from '../../ports/erp/file.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { refuseAddress } from '../webhooks/refuse-address.ts'
import { bodyOf } from '../../kernel/read/body.ts'
import { filled } from '../../kernel/read/fields.ts'

const amount = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,2})?$/, 'A decimal number with a point')
  .meta({ example: '49.00' })

/** What it costs a client to use it, in the tenant's currency. */
export const billing = {
  billable: z.boolean(),
  feePerMonth: amount.nullable(),
  feePerExport: amount.nullable(),
}
export const free = { billable: false, feePerMonth: null, feePerExport: null }

export const createErpInput = bodyOf(Erp, ['erpTypeId', 'name', 'uses', 'active'], { active: true })
  .partial({ uses: true })
  .extend({
    target: filled(1000).optional().meta({ example: 'nordlund' }),
    billing: z.strictObject(billing).default(free),
  })
export type NewErp = z.output<typeof createErpInput>

/** Makes a business system that clients can be connected to; its type chooses the protocol. */
export async function createErp(unit: Unit, sent: NewErp): Promise<Erp> {
  const type = await unit.load(ErpType, sent.erpTypeId, '/erpTypeId')
  const uses = sent.uses ?? type.uses
  if (type.uses !== 'BOTH' && uses !== type.uses) {
    refuse('ERP_NOT_FITTING', {
      errors: [{ pointer: '/uses', code: 'NOT_FITTING', message: `The type is for ${type.uses}` }],
    })
  }
  const target = targetOf(type.connector, sent.target)
  if (type.connector === 'WEBHOOK') await refuseAddress(unit, '/target', target)
  const { connector } = type
  return unit.add(Erp, { ...sent, erpTypeId: type.id, uses, connector, target })
}

function targetOf(connector: ErpType['connector'], target: string | undefined): string {
  if (target === undefined) {
    invalid('/target', 'REQUIRED', connector === 'FILE' ? 'Name a folder' : 'Name an address')
  }
  if (connector === 'FILE' && !folderShape.test(target)) {
    invalid('/target', 'NOT_A_FOLDER', 'Letters, digits, - and _, folders parted by /')
  }
  if (connector === 'WEBHOOK' && !isHttps(target)) {
    invalid('/target', 'HTTPS_REQUIRED', 'Only https addresses are sent to')
  }
  return target
}

function isHttps(target: string): boolean {
  return URL.canParse(target) && new URL(target).protocol === 'https:'
}
