import { lifeOfLink } from '../../domain/payments/payment.ts'
import { PaymentLink } from '../../entities/payment-link.ts'
import type { Unit } from '../../kernel/write/unit.ts'

/** They are for none of these claims, and why. */
export function denyLinks(unit: Unit, links: readonly PaymentLink[], comment: string | null): void {
  for (const link of links) {
    unit.update(PaymentLink, link, { status: lifeOfLink.move(link.status, 'deny'), comment })
  }
}
