import { describeIndexedLogStore } from '../../support/indexed-log-store-contract.ts';

describeIndexedLogStore();
