/** The views of training and what is behind them, in one chunk that is loaded when somebody trains. */
export { TrainingDialog } from './TrainingDialog.tsx'
export { TrainingPane } from './TrainingPane.tsx'
