import { RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

/** The one secret `{mongodbUri, keyring, oauth}`: stateful, so in a stack of its own that outlives the others. The operator fills it (README, "Deploy"). */
export class SecretsStack extends Stack {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    this.secret = new Secret(this, "Secret", {
      description: "The email service's {mongodbUri, keyring, oauth}; made with `npm run admin -- secret new`",
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "The keyring rotates by adding a key and re-sealing (README, Rotate keys), the Atlas password by the operator",
    });
  }
}
