import { describe } from 'vitest'
import { listMatrix } from './list-matrix.ts'

describe('with the policies letting all through', () => listMatrix({ policies: 'open' }))
