import { describe } from 'vitest'
import { objectMatrix } from './object-matrix.ts'

describe('with the policies letting all through', () => objectMatrix({ policies: 'open' }))
