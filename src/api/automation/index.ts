import backgroundTask from './background-task.ts'

export default {
  name: 'automation',
  rooms: { 'background-task': backgroundTask },
}
