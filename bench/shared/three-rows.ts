/** The rows of the invoice that benchmarks send. */
export const threeRows = [1, 2, 3].map((n: number) => ({
  description: `Consulting ${n}`,
  quantity: '10',
  unit: 'h',
  price: '950.50',
  vatPercentage: 25,
  articleNumber: `A${n}`,
  accountNumber: '3001',
}))
