import type { ErpUse } from '../../domain/clients/client.ts'
import { invalid, refuse } from '../../domain/refusal.ts'
import { Erp, ErpType } from '../../entities/erp.ts'
import { folderShape } from '../../ports/erp/file.ts'
import type { Unit } from '../unit.ts'

export interface NewErp {
  erpTypeId: string
  name: string
  uses?: ErpUse | undefined
  target?: string | undefined
  billing: Record<string, unknown>
  active: boolean
}

/** A business system that clients can be connected to; its type says how it is spoken to. */
export async function createErp(unit: Unit, sent: NewErp): Promise<Erp> {
  const type = await unit.load(ErpType, sent.erpTypeId, '/erpTypeId')
  const uses = sent.uses ?? type.uses
  if (type.uses !== 'BOTH' && uses !== type.uses) {
    refuse('ERP_NOT_FITTING', {
      errors: [{ pointer: '/uses', code: 'NOT_FITTING', message: `The type is for ${type.uses}` }],
    })
  }
  const target = targetOf(type.connector, sent.target)
  if (type.connector === 'WEBHOOK') await refusePrivate(unit, target)
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

/** Told when it is named, and held again whenever something is posted there. */
async function refusePrivate(unit: Unit, target: string): Promise<void> {
  const reason = await unit.runtime.poster.refusal(target)
  if (reason !== undefined) invalid('/target', 'ADDRESS_REFUSED', reason)
}

function isHttps(target: string): boolean {
  return URL.canParse(target) && new URL(target).protocol === 'https:'
}
