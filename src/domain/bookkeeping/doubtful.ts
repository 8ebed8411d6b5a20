import type { RuleInput, RuleLine } from './posting-rules.ts'

/** P16: what may be lost is provided for without its VAT, which comes back only with a loss. */
export function doubtful({ facts }: RuleInput): { client: RuleLine[] } {
  const [amount, net] = [BigInt(String(facts['amount'])), BigInt(String(facts['net']))]
  return {
    client: [
      { role: 'AR_DOUBTFUL', amount },
      { role: 'AR', amount: -amount },
      { role: 'PROVISION_COST', amount: net },
      { role: 'PROVISION', amount: -net },
    ],
  }
}
