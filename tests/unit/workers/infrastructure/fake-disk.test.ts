import { FakeDisk } from '../../../support/fake-disk.ts';
import { describeLogStore } from '../../../support/log-store-contract.ts';

describeLogStore('fake disk', async () => new FakeDisk());
