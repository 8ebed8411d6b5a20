import { describe } from 'vitest'
import { listMatrix } from './list-matrix.ts'

describe('with the statements asking for no tenant', () => listMatrix({ filters: 'off' }))
