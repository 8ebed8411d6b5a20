import { kycStatusOn } from '../../domain/clients/kyc.ts'
import { limitLeftOn, creditStatusOn, limitOn } from '../../domain/clients/limits.ts'
import { Client } from '../../entities/client.ts'
import { ClientProduct } from '../../entities/client-product.ts'
import { CreditStatus } from '../../entities/credit-status.ts'
import { settingsOf } from '../../kernel/read/settings-in-force.ts'
import type { Unit } from '../../kernel/write/unit.ts'
import { complianceSettings, type ComplianceSettings } from './settings.ts'

export const obstacles = [
  'CLIENT_NOT_ACTIVE',
  'PRODUCT_NOT_ENABLED',
  'LIMIT_NOT_SET',
  'LIMIT_REACHED',
  'LIMIT_BLOCKED',
  'MANUAL_CONTROL',
  'KYC_NOT_APPROVED',
] as const
export type Obstacle = (typeof obstacles)[number]

export interface FinancingLimit {
  row: CreditStatus
  /** The limit in force today. */
  limit: bigint | null
  available: bigint | null
  obstacles: Obstacle[]
}

export interface FinancingLimits {
  clientId: string
  asOf: string
  limits: FinancingLimit[]
}

/** What a client may still have financed for each product and currency, and what prevents it. */
export async function financingLimits(unit: Unit, clientId: string): Promise<FinancingLimits> {
  const client = await unit.load(Client, clientId)
  const asOf = await unit.today()
  const rows = await unit.all(CreditStatus, { clientId })
  const products = await unit.all(ClientProduct, { clientId })
  const kycStatus = kycStatusOn(await settingsOf(unit, clientId, complianceSettings), asOf)
  const limits = rows
    .toSorted((a, b) => `${a.productCode}${a.currency}`.localeCompare(b.productCode + b.currency))
    .map((row) => {
      const available = limitLeftOn(row, asOf)
      const product = products.find(({ productCode }) => productCode === row.productCode)
      const isBlocked = creditStatusOn(row, asOf) === 'BLOCKED'
      const found = inTheWay(client, product, isBlocked, available, kycStatus)
      return { row, limit: limitOn(row, asOf), available, obstacles: found }
    })
  return { clientId, asOf, limits }
}

function inTheWay(
  client: Client,
  product: ClientProduct | undefined,
  isBlocked: boolean,
  available: bigint | null,
  kycStatus: ComplianceSettings['kycStatus'],
): Obstacle[] {
  const stands: Readonly<Record<Obstacle, boolean>> = {
    CLIENT_NOT_ACTIVE: client.status !== 'ACTIVE',
    PRODUCT_NOT_ENABLED: product?.enabled !== true,
    LIMIT_NOT_SET: available === null && product?.limitsApply === true,
    LIMIT_REACHED: available !== null && available <= 0n,
    LIMIT_BLOCKED: isBlocked,
    MANUAL_CONTROL: product?.manualControl === true,
    KYC_NOT_APPROVED: kycStatus !== 'APPROVED',
  }
  return obstacles.filter((each) => stands[each])
}
