import errands from './errands.ts'

export default {
  name: 'collections',
  rooms: { errands },
}
