import { describe } from 'vitest'
import { objectMatrix } from './object-matrix.ts'

describe('with the statements asking for no tenant', () => objectMatrix({ filters: 'off' }))
