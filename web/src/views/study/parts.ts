/** Views of a database that few people open, in one chunk that is loaded with the first of them. */
export { Maintenance } from './Maintenance.tsx'
export { Preparation } from './Preparation.tsx'
